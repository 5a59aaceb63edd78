/** Titles of a shop, and what people type who look for each. It has to be the first hit, or the one with the number behind "#". */
export const titles = `
ONLY Skinny Jeans | only | onl #2 | only jeans | skinny jeans | skinnyjeans | onlyskinny
The Few | few | the | thefew
The Who T-shirt | who | the who | the who t shirt | who tshirt | the who tee
It Coat | it | coat it | an it coat
Very Berry Knit | very | berry knit | very berry | the very berry knit
AC/DC Tour Tee | acdc | ac dc | ac-dc | AC / DC | acd | ac/dc tee
G-1000 Trousers | g1000 | g 1000 | 1000 | g-1000 | G1000 pants
O'Neill Board Shorts | oneill | o neill | o’neill | neill | O'NEILL shorts | oneil
H&M Basic Tank | hm | h & m | h&m tank | h and m
A.P.C. Petit Standard | apc | a p c | a.p.c | apc standard
Levi's 501 Original | levis 501 | levi's | levi 501 | 501 | levi’s original
Dr. Martens 1460 Boots | drmartens | dr martens | 1460 | martens boot
Rock 'n' Roll Jacket | rocknroll | rock n roll | rock and roll | rock'n'roll
& Other Stories Blouse | other | other stories | & other
Just Do Nothing Hoodie | just do | do nothing | just
Not Your Mother's Blazer | not your | your | mothers blazer | mother's
Once Upon a Knit | once | upon a | once upon
Off-White Belt | offwhite | off | off white belt
All Saints Biker | all | allsaints | saints biker
Be Here Now Sweatshirt | be here now | here | now
I Am Wool | i am | iam | am
You And Me Scarf | you and me | you | and me
Up & Down Skirt | up and down | up | down | up & down
Me Time Robe | me time | me | metime
This Is Not a Toy Sock | this is not | this | is not a toy
Through the Woods Boot | through | through the woods | woods
Both Sides Reversible Gilet | both | both sides
Few and Far Between Anorak | far between | between
No. 6 Clogs | no 6 | no6 | no. 6
Nº21 Midi | no21 | nº21 | no 21
7 For All Mankind Bootcut | for all | 7 for all mankind | mankind
3.1 Phillip Lim Bag | 3.1 | 31 phillip | phillip
24/7 Chino | 247 | 24/7 | 24 7
2-in-1 Running Shorts | 2in1 | 2 in 1 | running | runnin | run shorts
3/4 Sleeve Raglan | 3/4 | 3 4 sleeve | raglan
100% Cotton Vest | 100 | 100% | 100 cotton
MA-1 Bomber | ma1 | ma 1 | ma-1
XT6 Runner | xt-6 | xt 6 | xt6
990v5 Sneaker | 990 | 990v5 | 990 v5 | 990-v5
N.Y.C. Cap | nyc | n y c | n.y.c
R.E.M. Monster Top | rem | r.e.m | monster
U2 Joshua Tour Longsleeve | u2 | u 2 | u-2
Guns N' Roses Tank | guns n roses | gunsnroses | guns and roses | roses
Mötley Crüe Tour Cap | motley crue | mötley | moetley | crue cap
Motörhead Denim Vest | motorhead | motoerhead | MOTÖRHEAD
Beyoncé Crop Top | beyonce | beyoncé
Björk Sweater Dress | bjork | bjoerk | björk dress
Müller Loden Janker | muller | mueller | müller janker
Fjällräven Parka | fjallraven | fjaellraeven | fjäll
Große Freiheit Rock | grosse | große freiheit | grosse freiheit
Señorita Wrap | senorita | señorita
Façade Trench | facade | façade
L'Amour Slip | lamour | l'amour | amour | l’amour slip
D'Orsay Flats | dorsay | orsay | d orsay
Crème Brûlée Cardigan | creme brulee | cremebrulee | brulee
Ægir Fisherman Pullover | aegir | ægir | fisherman
Ørsted Shell | orsted | oersted | ørsted
Åre Ski Pants | are | aare | åre ski
İpek Kaftan | ipek | kaftan
Łódź Beanie | lodz | łódź
Naïve Négligé | naive | neglige
Raincoat Yellow | raincoat | rain coat | rain-coat | yellow raincoat
Roll Neck Merino | rollneck | roll-neck | roll neck
Sun Dress Olive | sundress | sun-dress | sun dress
Overshirt Heavy | over shirt | over-shirt | overshirts
V-Neck Cashmere | vneck | v neck | v-neck | neck cashmere
A-Line Kilt | aline | a line | a-line
Y-3 Trainer | y3 | y 3 | y-3
Zip-Up Fleece | zipup | zip up | zip-up fleece
Slip-On Loafer | slipon | slip on | slip-on
Pull&Bear Cargo | pullbear | pull & bear | pull and bear
T.U.K. Creepers | tuk | t.u.k | creeper
Nike × Sacai Vaporwaffle | nike sacai | nike x sacai | sacai
Salt+Stone Tunic | saltstone | salt stone | salt + stone
Foo—Bar Leggings | foobar | foo bar | foo-bar
Jeans | jeans | jean
Jeans Jacket | jeans jacket | jeansjacket | jacket jeans
Linen Shirt | linen shirt | linenshirt | shirt linen
Linen Shirt Dress | linen shirt dress | linen shirt #2 | shirt dress
Ski Mask | ski | ski mask
Skirted Swimsuit | skirted | swim suit | swimsuits
Italian Moleskin Coat | italian | ital | moleskin coat
Theory Pencil Slacks | theory | theo | pencil trousers
Undershirt Ribbed | undershirt | under shirt | undershirts
Everyday Brief | everyday | every day | briefs
Whole Garment Poncho | whole | whole garment
Onlyfornia Visor | onlyfornia | onlyf
Пальто Зимнее | пальто | зимнее | паль | ПАЛЬТО зимнее
Ёлка Свитер | елка | ёлка | свитер
Йога Леггинсы | йога | леггинсы | ЙОГА
О'Шей Кепка | ошей | о'шей | кепка
Μπλε Φόρεμα | φορεμα | φόρεμα | μπλε | ΦΟΡΕΜΑ
Δρόμος Μπουφάν | δρόμος | δρομοσ | ΔΡΟΜΟΣ
长袖衬衫 | 衬衫 | 长袖 | 衫
黑色连衣裙 | 连衣裙 | 黑色 | 裙 | 连衣
男士T恤 | t恤 | 男士 | 男士t恤
メンズ長袖シャツ | シャツ | 長袖 | メンズ | ﾒﾝｽﾞ | 長袖シャツ
花柄 ワンピース | 花柄 | ワンピース | ワンピ | 花柄ワンピース | ピース
ﾃﾞﾆﾑ ジャケット | デニム | ジャケット | ﾃﾞﾆﾑ
アディダス・オリジナルス | アディダス | オリジナルス | アディダスオリジナルス
여름 원피스 | 원피스 | 여름 | 여름원피스
남자청바지 | 청바지 | 바지 | 남자
เสื้อยืดผ้าฝ้าย | เสื้อยืด | ผ้าฝ้าย | เสื้อ | ยืด
กางเกงยีนส์ | กางเกง | ยีนส์
فستان أحمر | فستان | أحمر | احمر
عَبَاءَة سوداء | عباءة | عباءه | سوداء
قميص، كتان | قميص | كتان | قميص كتان
שִׂמְלָה כחולה | שמלה | כחולה
सूती कुर्ता | कुर्ता | सूती
Ｗｉｄｅ Ｐａｎｔｓ | wide | wide pants | ｗｉｄｅ
Ｎｏ．９ Camp Collar | no 9 | no.9 | no9
ﬁne-knit Bolero | fine | fineknit | fine knit
!!! | !!!
☮ | ☮
`;

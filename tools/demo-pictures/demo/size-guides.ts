/** A size with what it is called elsewhere, and the body that it is for, in centimetres. */
interface Size {
  size: string;
  /** In letters, where the size itself is a number. */
  letter: string;
  eu: string;
  uk: string;
  us: string;
  chest: string;
  waist: string;
  hips: string;
}

const sizes = (rows: string): Size[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [size = '', eu = '', uk = '', us = '', chest = '', waist = '', hips = '', letter = ''] =
        row.trim().split(/\s+/);
      return { size, letter, eu, uk, us, chest, waist, hips };
    });

const letters = sizes(`
  XS  34    6     2     80–84   62–66  86–90
  S   36–38 8–10  4–6   85–90   67–72  91–96
  M   40–42 12–14 8–10  91–97   73–79  97–103
  L   44–46 16–18 12–14 98–105  80–88  104–110
  XL  48–50 20–22 16–18 106–114 89–98  111–118
  XXL 52–54 24–26 20–22 115–124 99–109 119–127`);
const numbers = sizes(`
  6   34    6     2     80–84   62–66  86–90    XS
  8   36    8     4     85–87   67–69  91–93    S
  10  38    10    6     88–90   70–72  94–96    S
  12  40    12    8     91–93   73–75  97–99    M
  14  42    14    10    94–97   76–79  100–103  M
  16  44    16    12    98–101  80–83  104–107  L`);
const waists = sizes(`
  28  44    28    28    -       71–73  88–90
  30  46    30    30    -       76–78  93–95
  32  48    32    32    -       81–83  98–100
  34  50    34    34    -       86–88  103–105
  36  52    36    36    -       91–93  108–110
  38  54    38    38    -       96–98  113–115`);
const short = letters.slice(0, 5);
const sleeves = ['60', '61.5', '63', '64.5', '66', '67.5'];
const lengths = ['66', '68', '70', '72', '74', '76'];

type Measure = 'chest' | 'waist' | 'hips';
const labels = { chest: 'Chest', waist: 'Waist', hips: 'Hips' } as const;

/** `more` is one further measure with a figure for each size. */
function guide(rows: Size[], measures: readonly Measure[], more?: [string, readonly string[]]) {
  return {
    measures: [...measures.map((it) => labels[it]), ...(more ? [more[0]] : [])],
    sizes: rows.map(({ size, letter, eu, uk, us, ...body }, place) => ({
      ...{ size, letter, eu, uk, us },
      cm: [...measures.map((it) => body[it]), ...(more ? [more[1][place] ?? ''] : [])],
    })),
  };
}

/** By the slug of the category; accessories have none. */
export const sizeGuides = {
  shirts: guide(letters, ['chest', 'waist'], ['Sleeve', sleeves]),
  knitwear: guide(letters, ['chest', 'waist'], ['Sleeve', sleeves]),
  outerwear: guide(letters, ['chest', 'waist', 'hips'], ['Sleeve', sleeves]),
  trousers: guide(
    [...waists, ...short],
    ['waist', 'hips'],
    ['Inside leg', [...waists.map(() => '82'), ...short.map(() => '78')]],
  ),
  dresses: guide([...numbers, ...short], ['chest', 'waist', 'hips']),
  skirts: guide([...numbers, ...short], ['waist', 'hips']),
  't-shirts': guide(letters, ['chest', 'waist'], ['Length', lengths]),
} as const;

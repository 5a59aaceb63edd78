import { messages } from '../../supabase/functions/_shared/messages.ts';
import { at, type RemotePage } from './remote-page.ts';
import { button, login, main, type Cast, type Step } from './story.ts';

const { auth, cart } = messages;

/** The search field, which an icon opens on the phone. */
async function typeSearch(page: RemotePage, words: string): Promise<void> {
  if (page.isPhone) await page.press(button('Open search'));
  await page.fill('Search the shop', words);
}

/** The place of the picture that is in view. */
const pictureInView = () => {
  const strip = document.querySelector('[data-strip]');
  return strip ? Math.round(strip.scrollLeft / strip.clientWidth) : -1;
};

async function openMenu(page: RemotePage): Promise<void> {
  await page.open('/');
  if (!page.isPhone) return;
  const menu = at('navigation', 'Mobile');
  await page.focus(button('Menu'));
  await page.keys('Enter');
  await page.sees(at('link', 'About', menu));
  await page.keys('Escape');
  await page.seesNo(menu);
  await page.hasFocus(button('Menu'));
}

async function turnBanner(page: RemotePage): Promise<void> {
  await page.press(button('Pause slides'));
  const shown = () => document.querySelector('.swiper-slide-active img')?.getAttribute('src') ?? '';
  const before = await page.evaluate(shown);
  await page.press(button('Next slide'));
  await page.until('another banner shows', async () => (await page.evaluate(shown)) !== before);
}

async function filterList(page: RemotePage): Promise<void> {
  await page.open('/shop');
  if (page.isPhone) await page.press(button(/^Filter/, main));
  await page.press(at('checkbox', /./, at('group', 'Color')));
  await page.arriveAt(/[?&]color=/);
  if (page.isPhone) await page.press(button(/^Show \d+/));
  await page.sees(at('article', /./, main));
}

async function lookAtPictures(page: RemotePage): Promise<void> {
  await page.press(at('link', 'Show picture 2'));
  await page.until('the second picture shows', async () => {
    return (await page.evaluate(pictureInView)) === 1;
  });
  const zoom = at('link', /back Zoom$/);
  const large = at('dialog', /^Large picture/);
  await page.focus(zoom);
  await page.keys('Enter');
  await page.sees(large);
  await page.until('the large picture is there', () =>
    page.evaluate(
      () => (document.querySelector<HTMLImageElement>('[data-pan] img')?.naturalWidth ?? 0) > 0,
    ),
  );
  await page.keys('Escape');
  await page.seesNo(large);
  await page.hasFocus(zoom);
}

async function readSizeGuide(page: RemotePage): Promise<void> {
  const opener = button('Size guide', main);
  const guide = at('dialog', 'Size guide');
  await page.focus(opener);
  await page.keys('Enter', 'Tab');
  await page.sees(at('radio', 'Centimetres', guide));
  await page.keys('Escape');
  await page.seesNo(guide);
  await page.hasFocus(opener);
}

async function choose(page: RemotePage): Promise<void> {
  const radios = () => document.querySelectorAll<HTMLInputElement>('input[name="color"]').length;
  const last = await page.evaluate(radios);
  const color = await page.evaluate((place) => {
    return (
      document.querySelectorAll<HTMLInputElement>('input[name="color"]')[place]?.dataset['name'] ??
      ''
    );
  }, last - 1);
  await page.press(at('radio', new RegExp(`^${color}`), at('group', /^Color/)));
  await page.arriveAt(/[?&]color=/);
  await page.until('the first picture of that color shows', async () => {
    return (await page.evaluate(pictureInView)) === 0;
  });
  await page.press(at('radio', /^\w+$/, at('group', 'Size')));
}

async function addToCart(page: RemotePage): Promise<void> {
  const add = button('Add to Cart', main);
  const added = at('dialog', 'Added to your cart');
  await page.press(add);
  await page.reads(cart.added);
  await page.sees(added);
  await page.keys('Escape');
  await page.seesNo(added);
  await page.hasFocus(add);
  await page.sees(at('link', /^Cart, items:\s*1$/));
}

const register =
  ({ customer }: Cast) =>
  async (page: RemotePage) => {
    await page.open('/register');
    const texts: [label: RegExp, text: string][] = [
      [/^first name/, 'Ada'],
      [/^last name/, 'Weaver'],
      [/^email/, customer.email],
      [/^phone/, '0123456789'],
      [/^password/, customer.password],
      [/^confirm password/, customer.password],
      [/^country/, 'Ireland'],
      [/^state/, 'Leinster'],
      [/address$/, '4 Mill Lane'],
      [/^post ?code/, 'D02 X285'],
    ];
    for (const [label, text] of texts) await page.fill(label, text, main);
    await page.press(at('checkbox', /terms/, main));
    await page.press(button('Register', main));
    await page.reads(auth.registered);
    await page.arriveAt(/^\/login/);
  };

async function goToCardPage(page: RemotePage): Promise<void> {
  await page.press(button('Pay Now', main));
  await page.sees(at('textbox', /card number/));
}

async function pay(page: RemotePage): Promise<void> {
  await page.open('/cart');
  await page.press(at('link', 'Proceed to Checkout', main));
  await page.arriveAt(/^\/checkout$/);
  await goToCardPage(page);
  // The page may come back as it was left.
  await page.back();
  await page.arriveAt(/^\/checkout$/);
  await goToCardPage(page);
  await page.fill(/card number/, '4084 0840 8408 4081');
  await page.fill(/expiry/, '12/34');
  await page.fill(/cvv/, '408');
  await page.press(button(/^pay/));
  await page.arriveAt(/^\/checkout\/complete/);
  await page.sees(at('heading', 'Thank you'));
  await page.sees(at('link', /^Cart, items:\s*0$/));
}

const followMail =
  ({ customer, mailTo, garment }: Cast) =>
  async (page: RemotePage) => {
    let link = '';
    await page.until('a mail about the order arrived', async () => {
      const mail = (await mailTo(customer.email)) ?? '';
      link = /https?:\/\/[^\s"]+\/order\/[^\s"]+/.exec(mail)?.[0] ?? '';
      return link !== '';
    });
    await page.open(link);
    await page.reads(garment.title);
    await page.reads('Paid');
  };

export const shopperStory = (cast: Cast): Step[] => [
  ['registers', register(cast)],
  [
    'logs in',
    async (page) => {
      await login(page, '/login', cast.customer.email, cast.customer.password);
      await page.reads(auth.userLoginDone);
      await page.arriveAt(/^\/$/);
    },
  ],
  ['opens the home page and its menu', openMenu],
  ['turns to the next banner', turnBanner],
  ['filters a list', filterList],
  [
    'takes a suggestion of the search by keyboard',
    async (page) => {
      await typeSearch(page, cast.garment.title);
      await page.sees(at('listbox', 'Products'));
      // Suggestions for more letters begin again at none.
      await page.until('a suggestion is marked', async () => {
        await page.keys('ArrowDown');
        return page.evaluate(
          () => document.querySelector('[role="option"][aria-selected="true"]') !== null,
        );
      });
      await page.keys('Enter');
      await page.arriveAt(/^\/product\//);
      await page.sees(at('heading', cast.garment.title));
    },
  ],
  ['looks at the pictures', lookAtPictures],
  ['reads the size guide', readSizeGuide],
  ['chooses a color and a size', choose],
  ['adds it to the cart', addToCart],
  ['pays, after a step back', pay],
  [
    'sees the order in the account',
    async (page) => {
      await page.open('/user/all-orders');
      await page.reads('Paid');
    },
  ],
  ['follows the link in the mail', followMail(cast)],
];

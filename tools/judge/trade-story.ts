import { formatPrice } from '../../supabase/functions/_shared/domain/money.ts';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { orderingMessages } from '../../supabase/functions/_shared/ordering-messages.ts';
import { parcelMessages } from '../../supabase/functions/_shared/parcel-messages.ts';
import { at, type RemotePage } from './remote-page.ts';
import { button, login, main, type Cast, type Step } from './story.ts';

const { auth, products, unsaved } = messages;

async function useMenus(page: RemotePage): Promise<void> {
  for (const name of [/^Notifications/, 'Your account']) {
    await page.press(button(name));
    await page.until(`the panel of ${String(name)} is below its button`, () =>
      page.evaluate(() => {
        const panel = document.querySelector('.popover__panel:popover-open');
        const opener = panel?.parentElement?.querySelector('button');
        if (!panel || !opener) return false;
        const [box, above] = [panel.getBoundingClientRect(), opener.getBoundingClientRect()];
        const gap = box.top - above.bottom;
        const meets = box.left < above.right && box.right > above.left;
        return gap >= 0 && gap < 20 && meets && box.left >= 0 && box.right <= innerWidth;
      }),
    );
    await page.keys('Escape');
    await page.hasFocus(button(name));
  }
}

const editProduct =
  ({ garment }: Cast) =>
  async (page: RemotePage) => {
    const row = at('row', new RegExp(garment.title));
    const editing = at('dialog', /./);
    const asked = at('alertdialog', unsaved.question);
    await page.open(`/admin/products?q=${encodeURIComponent(garment.title)}`);
    await page.press(button(/^Edit/, row));
    await page.fill('Product Price', String(garment.price + 1), editing);
    await page.keys('Escape');
    await page.press(button(unsaved.no, asked));
    await page.seesNo(asked);
    await page.press(button('Update', editing));
    await page.reads(products.updated);
    await page.seesNo(editing);
  };

const sendOrder =
  ({ customer, garment }: Cast) =>
  async (page: RemotePage) => {
    const parcel = at('dialog', 'Pack a parcel');
    await page.open('/admin/orders');
    await page.press(at('link', /^details/, at('row', new RegExp(customer.email))));
    await page.press(button('Pack', main));
    await page.fill('Carrier', 'UPS', parcel);
    await page.fill('Tracking number', '1Z 999', parcel);
    await page.fill(new RegExp(garment.title), '1', parcel);
    await page.press(button('Pack', parcel));
    await page.press(button('Mark as sent', main));
    await page.reads(parcelMessages.sent);
  };

export const officeStory = (cast: Cast): Step[] => [
  [
    'logs in',
    async (page) => {
      await login(page, '/admin/login', 'admin@hemline.example', 'admin-demo-1');
      await page.arriveAt(/^\/admin\/dashboard/);
    },
  ],
  ['uses the menus of the frame', useMenus],
  ['edits a product', editProduct(cast)],
  [
    'sees the change in the shop',
    async (page) => {
      await page.open(`/product/${cast.garment._id}/-`);
      await page.reads(formatPrice(cast.garment.price + 1));
    },
  ],
  ['sends the order', sendOrder(cast)],
];

const fillGrid = async (page: RemotePage): Promise<void> => {
  await page.press(at('link', 'Order by size and color', main));
  const cells = () => {
    const all = [...document.querySelectorAll<HTMLInputElement>('.order-grid__table input')];
    return all.flatMap((it) => (it.disabled ? [] : [it.ariaLabel ?? '']));
  };
  await page.until('the grid is there', async () => (await page.evaluate(cells)).length > 1);
  const [first = '', second = ''] = await page.evaluate(cells);
  await page.fill(first, '12');
  await page.fill(second, '12');
  await page.press(button('Add to Cart', at('region', 'Order by size and color')));
  await page.reads(orderingMessages.added(24));
};

export const memberStory = ({ garment }: Cast): Step[] => [
  [
    'logs in',
    async (page) => {
      await login(page, '/login', 'manager@northwind.example', 'manager-demo-1');
      await page.reads(auth.userLoginDone);
      await page.arriveAt(/^\/$/);
    },
  ],
  [
    'sees company prices in a list',
    async (page) => {
      await page.open(`/category/${garment.category._id}`);
      await page.reads('Price in the shop');
    },
  ],
  [
    'sees company prices of a product',
    async (page) => {
      await page.open(`/product/${garment._id}/-`);
      await page.reads('Prices for Northwind Outfitters');
    },
  ],
  ['orders by size and color', fillGrid],
  [
    'buys for the company',
    async (page) => {
      await page.open('/cart');
      await page.reads('Buying for Northwind Outfitters');
    },
  ],
  [
    'sees the company',
    async (page) => {
      await page.open('/user/company');
      await page.reads('Northwind Outfitters');
    },
  ],
];

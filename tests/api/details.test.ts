import pLimit from 'p-limit';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { requestOf } from './access-rows.ts';
import { table } from './access-table.ts';
import {
  adminToken,
  formOf,
  good,
  newCategory,
  newCustomer,
  newProduct,
  pictureFile,
  placeOrder,
  send,
  type Person,
} from './client.ts';

let admin = '';
let customer: Person;

beforeAll(async () => {
  admin = await adminToken();
  customer = await newCustomer();
});

const nobodys = '00000000-0000-4000-8000-000000000000';

/** What the first customer and the shop would have: nothing of it is there. */
const nothing = {
  ...{ product: nobodys, category: nobodys, banner: nobodys, ad: nobodys, faq: nobodys },
  ...{
    page: nobodys,
    synonym: nobodys,
    redirect: nobodys,
    customField: nobodys,
    voucher: nobodys,
    priceList: nobodys,
  },
  ...{ contactMessage: nobodys, customer: nobodys, line: nobodys, order: nobodys },
  ...{ reference: 'nobody', email: 'nobody@example.com', password: 'nobody-1' },
};

// Several categories at once: those that are unknown add nothing to the list. Who manages no company is told only that. A product
// that is not on the wish list need not be removed.
const about = calls.filter(
  ({ path }) =>
    path.includes(':') && !/:ids$|\/company\/members\/|^\/users\/wish-list\//.test(path),
);

/** Asks every call about a record for these ids. Returns those that were answered with another status. */
async function askFor(ids: readonly string[], ...expected: number[]): Promise<string[]> {
  const atOnce = pLimit(8);
  const asked = about.flatMap(({ method, path, access }) =>
    ids.map((id) =>
      atOnce(async () => {
        // The body is right, so that only the id in the path is at fault.
        const name = `${method} ${path}`;
        const { options } = requestOf(name, table[name] ?? { statuses: [] }, nothing);
        const token = {
          admin,
          shopper: customer.token,
          customer: customer.token,
          anyone: undefined,
        }[access];
        const target = path.replace(/:\w+/, encodeURIComponent(id));
        const { status, body } = await send(method, target, {
          ...options,
          ...(token === undefined ? {} : { token }),
        });
        return expected.includes(status) && body.message ? [] : [`${name}, ${id}: ${status}`];
      }),
    ),
  );
  return (await Promise.all(asked)).flat();
}

test('no call finds an unknown id', async () => {
  expect(about.length).toBeGreaterThan(60);
  expect(await askFor([nobodys], 404)).toEqual([]);
});

test('no call takes an id that is none', { tags: ['more'] }, async () => {
  const wrong = ['1', 'undefined', "' or true --", `${nobodys}0`];
  expect(await askFor(wrong, 400, 404)).toEqual([]);
});

test('`next` leads from page to page of long lists, and is not there unless asked for', async () => {
  const coats = [await newProduct(admin), await newProduct(admin)];
  for (const coat of coats) await placeOrder(coat, { by: customer });
  for (const [path, name] of [
    ['/products/all?', 'products'],
    ['/products/search?q=coat&', 'products'],
    ['/orders/all-orders?', 'orders'],
    ['/users/profiles?', 'users'],
  ] as const) {
    const options = { token: admin };
    expect(await good('GET', path, options)).not.toHaveProperty('next');
    const first = await good('GET', `${path}limit=1`, options);
    expect([first[name].length, first.next], path).toEqual([1, expect.any(String)]);
    const second = await good('GET', `${path}limit=1&cursor=${first.next}`, options);
    expect(second[name]).toHaveLength(1);
  }
});

test('prices come as numbers of dollars with no more than two decimals', async () => {
  const { products } = await good('GET', '/products/all');
  const { orders } = await good('GET', '/orders/user-orders', { token: customer.token });
  const { totalIncome } = await good('GET', '/orders/monthly-income', { token: admin });
  const prices = [
    ...products.map((it) => it.price),
    ...orders.flatMap((it) => [it.totalPrice, ...it.products.map((line) => line.unitPrice)]),
    totalIncome,
  ];
  for (const price of prices) expect(String(price)).toMatch(/^\d+(\.\d{1,2})?$/);
});

test('an upload that is refused says why', async () => {
  const script = new File(['<script>alert(1)</script>'], 'hat.png', { type: 'image/png' });
  const half = new File([pictureFile().slice(0, 50)], 'half.png');
  const [category, product] = [await newCategory(admin), await newProduct(admin)];
  for (const path of [`/products/${product._id}/image`, `/categories/${category._id}/image`]) {
    for (const [files, reason] of [
      [[['image', script]], /hat\.png is not a PNG, JPEG/],
      [[['image', half]], /half\.png is incomplete/],
      [[], /picture/i],
    ] as [[string, File][], RegExp][]) {
      const form = formOf({ note: 'a form' }, ...files);
      const { status, body } = await send('POST', path, { token: admin, form });
      expect([path, status]).toEqual([path, 400]);
      for (const said of [body.message, body.issues?.[0]?.message]) expect(said).toMatch(reason);
    }
  }
  expect((await good('GET', `/products/${product._id}`)).product.images).toEqual([]);
});

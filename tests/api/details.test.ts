import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import type { Goods } from './access-rows.ts';
import { table } from './access-table.ts';
import {
  adminToken,
  demoAdmin,
  good,
  newCustomer,
  newProduct,
  pictureFile,
  send,
} from './client.ts';

let admin = '';
let customer = '';

beforeAll(async () => {
  admin = await adminToken();
  customer = (await newCustomer()).token;
});

const nobodys = '00000000-0000-4000-8000-000000000000';

/** What the first customer and the shop would have: nothing of it is there. */
const nothing: Goods = {
  ...{ product: nobodys, category: nobodys, banner: nobodys, ad: nobodys, faq: nobodys },
  ...{ synonym: nobodys, voucher: nobodys, priceList: nobodys },
  ...{ contactMessage: nobodys, customer: nobodys, line: nobodys, order: nobodys },
  ...{ reference: 'nobody', email: 'nobody@example.com', password: 'nobody-1' },
};

// Several categories at once: those that are unknown add nothing to the list. Who manages no company is told only that.
const about = calls.filter(
  ({ path }) => path.includes(':') && !path.endsWith(':ids') && !path.includes('/company/members/'),
);

describe.each(about)('$method $path', ({ method, path, access }) => {
  const ask = (id: string) => {
    // The body is right, so that only the id in the path is at fault.
    const { json, form } = table[`${method} ${path}`]?.request(nothing) ?? {};
    const token = access === 'admin' ? admin : access === 'customer' ? customer : undefined;
    return send(method, path.replace(/:\w+/, encodeURIComponent(id)), {
      ...(token === undefined ? {} : { token }),
      ...(json === undefined ? {} : { json }),
      ...(form ? { form } : {}),
    });
  };

  test('does not find an unknown id', async () => {
    const { status, body } = await ask(nobodys);
    expect([status, body.message]).toEqual([404, expect.stringMatching(/\w/)]);
  });

  test('takes no id that is none', async () => {
    for (const id of ['1', 'undefined', "' or true --", `${nobodys}0`]) {
      const { status } = await ask(id);
      expect([400, 404]).toContain(status);
    }
  });
});

describe('Long lists', () => {
  beforeAll(async () => {
    const product = await newProduct(admin, { price: '19.95' });
    for (const quantity of [1, 2, 3]) {
      await good('POST', '/orders/place-order', {
        token: customer,
        json: {
          email: 'parcel@example.com',
          amount: (quantity * 1995) / 100,
          products: [{ product: product._id, quantity }],
        },
      });
    }
  });

  test.each([
    ['/products/all', 'products'],
    ['/products/search?q=coat', 'products'],
    ['/orders/all-orders', 'orders'],
    ['/users/profiles', 'users'],
  ] as const)(
    '%s: `next` leads from page to page, and is not there unless asked for',
    async (path, name) => {
      const options = { token: admin };
      expect(await good('GET', path, options)).not.toHaveProperty('next');
      const paged = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
      const first = await good('GET', paged, options);
      expect(first[name]).toHaveLength(1);
      expect(first.next).toEqual(expect.any(String));
      const second = await good('GET', `${paged}&cursor=${first.next ?? ''}`, options);
      expect(second[name]).toHaveLength(1);
    },
  );
});

test('prices come as numbers of dollars with no more than two decimals', async () => {
  const { products } = await good('GET', '/products/all');
  const { orders } = await good('GET', '/orders/user-orders', { token: customer });
  const { totalIncome } = await good('GET', '/orders/monthly-income', { token: admin });
  const prices = [
    ...products.map((it) => it.price),
    ...orders.flatMap((it) => [it.totalPrice, ...it.products.map((line) => line.unitPrice)]),
    totalIncome,
  ];
  for (const price of prices) expect(String(price)).toMatch(/^\d+(\.\d{1,2})?$/);
});

test('a phone number is text to the reader, sent as digits in text or as a number', async () => {
  for (const [sent, kept] of [
    ['0123456789', '0123456789'],
    [353123456, '353123456'],
    ['', ''],
  ] as const) {
    const json = { phone: sent };
    const { user } = await good('PUT', '/users/profile', { token: customer, json });
    expect(user.phone).toBe(kept);
  }
});

test('a wrong password, an unknown address and the other kind of account answer alike', async () => {
  const { email, password } = await newCustomer();
  const unknown = { email: `nobody.${email}`, password };
  for (const [path, other] of [
    ['/auth/user-login', demoAdmin],
    ['/auth/login', { email, password }],
  ] as const) {
    const known = path === '/auth/login' ? demoAdmin.email : email;
    const bodies = [{ email: known, password: 'not this one' }, unknown, other];
    const answers = await Promise.all(bodies.map((json) => send('POST', path, { json })));
    expect(answers.map((it) => it.status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map((it) => JSON.stringify(it.body))).size).toBe(1);
  }
});

describe('An upload that is refused says why', () => {
  const script = new File(['<script>alert(1)</script>'], 'hat.png', { type: 'image/png' });
  const half = new File([pictureFile().slice(0, 50)], 'half.png');
  const refusals: [string, File | null, RegExp][] = [
    ['what is no picture', script, /hat\.png is not a PNG, JPEG/],
    ['half of a picture', half, /half\.png is incomplete/],
    ['nothing', null, /picture/i],
  ];
  test.each(refusals)('%s', async (_, file, reason) => {
    const { category } = await good('POST', '/categories/create', {
      token: admin,
      json: { name: `Hats ${crypto.randomUUID().slice(0, 8)}` },
    });
    const product = await newProduct(admin);
    const paths = [`/products/${product._id}/image`, `/categories/${category._id}/image`];
    for (const path of paths) {
      const form = new FormData();
      form.set('note', 'a form');
      if (file) form.set('image', file);
      const { status, body } = await send('POST', path, { token: admin, form });
      expect([path, status]).toEqual([path, 400]);
      expect(body.message).toMatch(reason);
      expect(body.issues?.[0]?.message).toMatch(reason);
    }
    expect((await good('GET', `/products/${product._id}`)).product.images).toEqual([]);
  });
});

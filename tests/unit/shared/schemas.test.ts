import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { addToCartInput } from '#shared/schemas/cart.ts';
import { day, flag, listQuery, moment } from '#shared/schemas/common.ts';
import { placeOrderInput } from '#shared/schemas/orders.ts';
import { productInput, productUpdate } from '#shared/schemas/products.ts';
import { refundInput } from '#shared/schemas/admin-orders.ts';
import { bannerUpdate } from '#shared/schemas/banners.ts';
import { companyFields, companyUpdate } from '#shared/schemas/companies.ts';
import { priceFileRow } from '#shared/schemas/price-files.ts';
import { reviewInput } from '#shared/schemas/reviews.ts';
import { shippingMethodInput } from '#shared/schemas/shipping.ts';
import { stockSettings } from '#shared/schemas/stock-settings.ts';
import { taxRateInput } from '#shared/schemas/taxes.ts';
import { profileInput, registerInput } from '#shared/schemas/users.ts';
import { voucherUpdate } from '#shared/schemas/vouchers.ts';
import { refusesEmpty } from '../../../src/ui/required.ts';

const id = '0d1c70ba-a1b3-416d-ae98-8a5b03917ed0';

describe('registration', () => {
  const person = {
    firstname: ' Ada ',
    lastname: 'L',
    email: ' ADA@Example.com ',
    password: '123456',
  };

  test('trims, lowers the address and takes phone and postcode as numbers', () => {
    expect(registerInput.parse({ ...person, phone: 447700, postcode: 4101 })).toEqual({
      ...person,
      firstname: 'Ada',
      email: 'ada@example.com',
      phone: '447700',
      postcode: '4101',
      country: '',
      city: '',
      state: '',
      address: '',
    });
  });

  test.each([
    { firstname: '  ' },
    { email: 'ada@' },
    { password: '12345' },
    { password: 'x'.repeat(73) },
    { password: 'ü'.repeat(37) },
    { phone: 'abc' },
    { address: 'a\u0000' },
    { lastname: 'half \ud800' },
  ])('refuses %j', (changes) => {
    expect(registerInput.safeParse({ ...person, ...changes }).success).toBe(false);
  });

  test('takes a password of 72 bytes, and says once what is wrong with a longer one', () => {
    expect(registerInput.safeParse({ ...person, password: 'ü'.repeat(36) }).success).toBe(true);
    for (const password of ['ü'.repeat(37), 'ü'.repeat(73)]) {
      const { error } = registerInput.safeParse({ ...person, password });
      expect(error?.issues).toMatchObject([{ message: expect.stringMatching(/^At most 72 /) }]);
    }
  });

  test('writing and signs of any language are welcome', () => {
    const changes = { firstname: 'Łukasz 🧵', lastname: "O'Brien-Ngũgĩ", address: 'a\nb' };
    expect(registerInput.parse({ ...person, ...changes })).toMatchObject(changes);
  });
});

test('a profile may be changed field by field', () => {
  expect(profileInput.parse({ phone: '+353 1 234' })).toEqual({ phone: '+353 1 234' });
  expect(profileInput.parse({})).toEqual({});
  expect(profileInput.safeParse({ firstname: '' }).success).toBe(false);
});

describe('a product', () => {
  test('from a form has a price in text and loses empty sizes and colours', () => {
    const form = {
      title: 'Coat',
      price: '19.50',
      categoryId: id,
      sizes: ['', 'M', 'M'],
      colors: [''],
    };
    expect(productInput.parse(form)).toMatchObject({ price: 19.5, sizes: ['M'], colors: [] });
  });

  test.each(['-1', '1.999', 'x', '', '1e3', Number.NaN, -0.01, 1_000_000_000])(
    'cannot cost %j',
    (price) => {
      const form = { title: 'Coat', categoryId: id, price };
      expect(productInput.safeParse(form).success).toBe(false);
    },
  );

  test('edited as a whole keeps the category it shows, unless another was chosen', () => {
    const category = { _id: id, name: 'Coats' };
    const other = '1d1c70ba-a1b3-416d-ae98-8a5b03917ed0';
    expect(productUpdate.parse({ category }).categoryId).toBe(id);
    expect(productUpdate.parse({ category: id }).categoryId).toBe(id);
    expect(productUpdate.parse({ category, categoryId: other }).categoryId).toBe(other);
    expect(productUpdate.parse({ category: null }).categoryId).toBeUndefined();
  });
});

test('a cart line starts with one piece, and a choice left empty is none', () => {
  expect(addToCartInput.parse({ productId: id, size: '', price: 'free' })).toMatchObject({
    quantity: 1,
    size: null,
    color: null,
  });
});

test('an order has whole cents and whole pieces', () => {
  const order = { email: 'a@b.co', amount: 0.3, products: [{ product: id, quantity: 1 }] };
  expect(placeOrderInput.parse(order).products[0]).toMatchObject({ size: null, color: null });
  for (const amount of [0.001, -1, '0.3', Number.POSITIVE_INFINITY]) {
    expect(placeOrderInput.safeParse({ ...order, amount }).success).toBe(false);
  }
});

test('a rating is one to five whole stars, from a select as well', () => {
  expect(reviewInput.parse({ rating: '5', comment: 'x' }).rating).toBe(5);
  for (const rating of [0, 6, 1.5, '', 'five', null]) {
    expect(reviewInput.safeParse({ rating, comment: 'x' }).success).toBe(false);
  }
});

test('numbers, ids and times that forms send as text say by themselves what is wrong', () => {
  const { freeFrom, maxWeight, daysTo } = shippingMethodInput.shape;
  const { compareAtPrice } = productInput.shape;
  const { priceList } = companyFields.shape;
  const fields = [freeFrom, maxWeight, daysTo, compareAtPrice, priceList, moment, flag];
  for (const field of [...fields, reviewInput.shape.rating]) {
    const { issues = [] } = field.safeParse('none').error ?? {};
    expect(issues.map((it) => it.message)).toEqual([expect.not.stringMatching(/^Invalid/)]);
  }
});

test('a list is paged only when it is asked to', () => {
  expect(listQuery.parse({})).toEqual({});
  expect(listQuery.parse({ limit: '20', sort: 'latest' })).toEqual({ limit: 20, sort: 'latest' });
  expect(listQuery.safeParse({ limit: '0' }).success).toBe(false);
});

test('a day is one that a shop may have: behind the last year there is no next day', () => {
  const given = ['2026-11-21', '9999-12-31', '0000-01-01', '2026-02-30', 'today'];
  expect(given.map((it) => day.safeParse(it).success)).toEqual([true, false, false, false, false]);
});

test('a refund and a credit limit may be as large as an order, which SQL keeps below ten billion', () => {
  const refund = (amount: unknown) => refundInput.safeParse({ reference: 'r', amount });
  const company = { name: 'Loom', address: '', city: '', country: 'IE', about: '' };
  const credit = (creditLimit: unknown) => companyFields.safeParse({ ...company, creditLimit });
  for (const take of [refund, credit]) {
    const all = ['9999999999.99', 1_500_000.5, 10_000_000_000, '1.999', -1];
    expect(all.map((it) => take(it).success)).toEqual([true, true, false, false, false]);
  }
});

test('the SKU of a file of prices is as stock has it', () => {
  const row = (sku: string) => priceFileRow.safeParse({ sku, price: '1' }).data?.sku;
  expect([row(' hm7-m '), row('')]).toEqual(['HM7-M', null]);
  expect([row('X'.repeat(64)), row('X'.repeat(65))]).toEqual(['X'.repeat(64), undefined]);
});

test('fields that must be filled in are known, and an empty number is no zero', () => {
  const settings = ['skuPattern', 'fewLeft', 'holdMinutes', 'runningLow', 'returnDays', 'carriers'];
  const required = (schema: z.ZodType, names: readonly string[], values = {}) =>
    names.filter((it) => refusesEmpty(schema, values, it));
  expect(required(stockSettings, settings)).toEqual(settings.slice(0, -1));
  expect(required(taxRateInput, ['country', 'class', 'rate'])).toEqual(['class', 'rate']);
  expect(required(refundInput, ['lines.0.quantity', 'amount'], { lines: [{}] })).toEqual([
    'lines.0.quantity',
  ]);
  expect(stockSettings.shape.fewLeft.parse('3')).toBe(3);
  expect(taxRateInput.shape.rate.parse(' 8,125 ')).toBe(8.125);
});

test('a change of a record has what was given and no defaults', () => {
  expect(companyUpdate.parse({ name: ' Mills ' })).toEqual({ name: 'Mills' });
  expect(voucherUpdate.parse({ endsAt: '' })).toEqual({ endsAt: null });
  expect(bannerUpdate.parse({})).toEqual({});
});

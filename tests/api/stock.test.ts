import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { productWithVariantsReply } from '#shared/schemas/products.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import type { OfficeVariant, StockMovement } from '#shared/schemas/stock.ts';
import { adminToken, good, newCustomer, newProduct, placeOrder, refusal, send } from './client.ts';

let token = '';
beforeAll(async () => {
  token = await adminToken();
});

const asAdmin = (json: unknown) => ({ token, json });
/** A coat in M and L, navy. */
async function newGoods(fields: Parameters<typeof newProduct>[1] = {}) {
  const product = await newProduct(token, fields);
  const [m, l] = await variantsOf(product._id);
  if (!m || !l) throw new Error('The coat has two sizes.');
  return { product, id: product._id, title: product.title, m, l };
}
const variantsOf = async (product: string): Promise<OfficeVariant[]> =>
  (await good('GET', `/products/${product}/variants`, { token })).variants;
const save = (product: string, variants: object[], more: object = {}) =>
  send('PUT', `/products/${product}/variants`, asAdmin({ variants, ...more }));
const adjust = (changes: object[]) => send('POST', '/stock/adjust', asAdmin({ changes }));
const ledgerOf = async (variant: string): Promise<StockMovement[]> =>
  (await good('GET', `/stock/${variant}/movements`, { token })).movements;
/** A barcode that no other variant has. */
function newBarcode(): string {
  const digits = `2${String(Math.floor(Math.random() * 1e11)).padStart(11, '0')}`;
  const sum = [...digits].reduce((all, it, i) => all + Number(it) * (i % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
const newSku = () => `T-${crypto.randomUUID().toUpperCase()}`;

describe('the sizes and colors of a product', () => {
  test('are listed in its order, not counted, each with an SKU', async () => {
    const { id, m, l } = await newGoods();
    expect([m.size, l.size]).toEqual(['M', 'L']);
    expect(m).toMatchObject({
      ...{ color: 'navy', barcode: null, priceDelta: 0, policy: 'untracked' },
      ...{ onHand: 0, held: 0, waiting: 0 },
    });
    expect(m.sku).toMatch(/^HM\d+-NAVY-M$/);
    expect((await save(id, [])).status).toBe(400);
  });

  test('are saved together, with differences for their stock, and what is left out stays', async () => {
    const { id, m, l } = await newGoods();
    const [sku, barcode] = [newSku(), newBarcode()];
    const edit = { _id: m._id, updatedAt: m.updatedAt, sku, barcode, priceDelta: -0.5 };
    const { status, body } = await save(
      id,
      [
        { ...edit, policy: 'deny', by: 7 },
        { _id: l._id, by: 2 },
      ],
      { reason: 'received', note: 'Delivery 12' },
    );
    expect([status, body.message]).toEqual([200, stockMessages.saved]);
    expect(body.variants).toMatchObject([
      { _id: m._id, sku, barcode, priceDelta: -0.5, policy: 'deny', onHand: 7, held: 0 },
      { _id: l._id, sku: l.sku, policy: 'untracked', onHand: 2, updatedAt: l.updatedAt },
    ]);
    expect(await variantsOf(id)).toEqual(body.variants);
    const answer = await good('GET', `/products/${id}`);
    const { product } = productWithVariantsReply.parse(answer);
    expect(product.variants).toContainEqual(expect.objectContaining({ sku, barcode }));
    expect(await ledgerOf(m._id)).toMatchObject([
      { quantity: 7, stock: 7, reason: 'received', note: 'Delivery 12', order: null },
    ]);
    const { body: emptied } = await save(id, [{ _id: m._id, barcode: '' }]);
    expect(emptied.variants[0]).toMatchObject({ barcode: null, sku });
  });

  test('exchange their SKUs, and change policy and stock in any order', async () => {
    const { id, m, l } = await newGoods();
    const rows = [
      { _id: m._id, sku: l.sku, policy: 'deny', by: 3 },
      { _id: l._id, sku: m.sku },
    ];
    expect((await save(id, rows)).body.variants).toMatchObject([
      { sku: l.sku, onHand: 3 },
      { sku: m.sku },
    ]);
    const less = await save(id, [{ _id: m._id, policy: 'backorder', by: -3 }]);
    expect(less.body.variants[0]).toMatchObject({ policy: 'backorder', onHand: 0 });
  });

  test('tell of an edit meanwhile, but never of a sale or of stock that came', async () => {
    const { product, id, m, l } = await newGoods();
    await save(id, [{ _id: m._id, policy: 'deny', by: 5 }]);
    const [read] = await variantsOf(id);
    await placeOrder(product);
    await adjust([{ variant: m._id, by: 4, reason: 'received' }]);
    const edit = { _id: m._id, updatedAt: read?.updatedAt, priceDelta: 1 };
    expect((await save(id, [edit])).body.variants[0]).toMatchObject({ onHand: 9, held: 1 });
    const late = [
      { _id: l._id, by: 1 },
      { ...edit, priceDelta: 2, by: 1 },
    ];
    expect(refusal(await save(id, late))).toEqual([409, 'changed_meanwhile', 'variants.1']);
    expect((await variantsOf(id)).map((it) => it.onHand)).toEqual([9, 0]);
    // What is there already is no conflict, nor is a difference.
    expect((await save(id, [{ ...edit, by: 1 }])).status).toBe(200);
  });

  test('are refused by field', async () => {
    const [goods, other] = [await newGoods({ price: '10' }), await newGoods()];
    const { id, m, l } = goods;
    const barcode = newBarcode();
    await save(other.id, [{ _id: other.m._id, barcode }]);
    const wrongDigit = barcode.replace(/.$/, (it) => String((Number(it) + 1) % 10));
    const invalid = [400, 'validation_failed'] as const;
    const wrong: [object[], number, string, string][] = [
      [[{ _id: m._id }, { _id: l._id, sku: 'ä' }], ...invalid, 'variants.1.sku'],
      [[{ _id: m._id, barcode: wrongDigit }], ...invalid, 'variants.0.barcode'],
      [[{ _id: m._id, priceDelta: 0.001 }], ...invalid, 'variants.0.priceDelta'],
      [[{ _id: m._id, priceDelta: -10.01 }], ...invalid, 'variants.0.priceDelta'],
      [[{ _id: m._id, policy: 'never' }], ...invalid, 'variants.0.policy'],
      [[{ _id: m._id, by: 0.5 }], ...invalid, 'variants.0.by'],
      [[{ _id: m._id }, { _id: m._id, by: 1 }], ...invalid, 'variants.1._id'],
      [[{ _id: m._id }, { _id: other.m._id, by: 1 }], ...invalid, 'variants.1._id'],
      [[{ _id: m._id, sku: l.sku.toLowerCase() }], 409, 'sku_taken', 'variants.0.sku'],
      [[{ _id: l._id }, { _id: m._id, barcode }], 409, 'barcode_taken', 'variants.1.barcode'],
      [[{ _id: l._id }, { _id: m._id, by: -1 }], 409, 'stock_too_low', 'variants.1.by'],
    ];
    for (const [rows, ...expected] of wrong) {
      expect(refusal(await save(id, rows))).toEqual(expected);
    }
    // Nothing of all that was saved.
    expect(await variantsOf(id)).toEqual([m, l]);
    // Nor may the product become so cheap that one of them would cost less than nothing.
    await save(id, [{ _id: m._id, priceDelta: -10 }]);
    const cheaper = await send('PUT', `/products/update/${id}`, asAdmin({ price: 9 }));
    expect(refusal(cheaper)).toEqual([409, 'price_too_low']);
  });
});

describe('stock', () => {
  test('is adjusted by differences of any products, all or none', async () => {
    const [one, two] = [await newGoods(), await newGoods()];
    const change = (variant: string, by: number, reason = 'counted') => ({ variant, by, reason });
    const { status, body } = await adjust([change(one.m._id, 5, 'received'), change(two.l._id, 3)]);
    expect([status, body.message, body.count]).toEqual([200, stockMessages.adjusted, 2]);
    const low = await adjust([change(one.m._id, 1), change(two.l._id, -4)]);
    expect(refusal(low)).toEqual([409, 'stock_too_low', 'changes.1.by']);
    const unknown = await adjust([change(one.m._id, 1), change(crypto.randomUUID(), 1)]);
    expect(refusal(unknown)).toEqual([400, 'unknown_variant', 'changes.1.variant']);
    const sent = await adjust([change(one.m._id, 1, 'sent')]);
    expect(refusal(sent)).toEqual([400, 'validation_failed', 'changes.0.reason']);
    expect((await variantsOf(one.id))[0]?.onHand).toBe(5);
  });

  test('has a ledger, in pages, with who did it and the stock after it', async () => {
    const { m } = await newGoods();
    for (const by of [5, -2, 4])
      await adjust([{ variant: m._id, by, reason: 'counted', note: `${by}` }]);
    const path = `/stock/${m._id}/movements`;
    const first = await good('GET', `${path}?limit=2`, { token });
    expect(first.movements).toMatchObject([
      { quantity: 4, stock: 7, note: '4' },
      { quantity: -2, stock: 3, note: '-2' },
    ]);
    expect(first.movements[0]?.actor).toBeTruthy();
    const rest = await good('GET', `${path}?limit=2&cursor=${first.next}`, { token });
    expect(rest).toMatchObject({ movements: [{ quantity: 5, stock: 5 }], next: null });
    expect(refusal(await send('GET', `${path}?cursor=coat`, { token }))).toEqual([
      ...[400, 'invalid_cursor'],
    ]);
  });

  test('that runs low is listed, the fewest free pieces first, and found by SKU, barcode and title', async () => {
    const title = `Parka ${crypto.randomUUID().slice(0, 8)}`;
    const { id, m, l } = await newGoods({ title });
    const barcode = newBarcode();
    const before = (await good('GET', '/dashboard/tasks', { token })).lowStock;
    await save(id, [
      { _id: m._id, policy: 'deny', by: 3, barcode },
      { _id: l._id, policy: 'backorder', by: 1 },
    ]);
    const found = async (q: string) =>
      (await good('GET', `/stock/low?q=${encodeURIComponent(q)}`, { token })).variants;
    expect(await found(title)).toMatchObject([
      { _id: l._id, onHand: 1, product: { _id: id, title } },
      { _id: m._id, onHand: 3 },
    ]);
    expect((await found(m.sku)).map((it) => it._id)).toEqual([m._id]);
    expect((await found(barcode)).map((it) => it._id)).toEqual([m._id]);
    expect((await good('GET', '/dashboard/tasks', { token })).lowStock).toBe(before + 2);
    const page = await good('GET', `/stock/low?q=${title.slice(6)}&limit=1&page=2`, { token });
    expect(page).toMatchObject({ total: 2, totalIsLeast: false, variants: [{ _id: m._id }] });
    await adjust([{ variant: m._id, by: 3, reason: 'received' }]);
    expect((await found(title)).map((it) => it._id)).toEqual([l._id]);
  });
});

test('an order of what is counted names a size and a color that there are; what is not counted is taken as it is', async () => {
  const [{ id, m }, plain] = [await newGoods(), await newGoods()];
  await save(id, [{ _id: m._id, policy: 'deny', by: 1 }]);
  const customer = await newCustomer();
  const place = (line: object, checkout = false, product = id) =>
    send('POST', '/orders/place-order', {
      token: customer.token,
      json: {
        ...{ email: customer.email, amount: 39.9, checkout },
        products: [
          { product: plain.id, quantity: 1, size: 'M', color: 'navy' },
          { product, quantity: 1, ...line },
        ],
      },
    });
  const wrong: [object, string, string][] = [
    [{}, 'choice_missing', 'products.1.size'],
    [{ size: 'M' }, 'choice_missing', 'products.1.color'],
    [{ color: 'navy' }, 'choice_missing', 'products.1.size'],
    [{ size: 'XXL', color: 'navy' }, 'validation_failed', 'products.1.size'],
    [{ size: 'M', color: 'red' }, 'validation_failed', 'products.1.color'],
  ];
  for (const [line, ...expected] of wrong) {
    expect(refusal(await place(line))).toEqual([400, ...expected]);
    expect(refusal(await place(line, true))).toEqual([400, ...expected]);
  }
  // The shop's own checkout asks for all choices, of what is not counted too.
  const other = await newGoods();
  expect(refusal(await place({ size: 'M' }, true, other.id))).toEqual([
    ...[400, 'choice_missing', 'products.1.color'],
  ]);
  expect((await place({}, false, other.id)).status).toBe(201);
  expect((await place({ size: 'M', color: 'navy' })).status).toBe(201);
  const late = await newCustomer();
  const line = { product: id, quantity: 1, size: 'M', color: 'navy' };
  const json = { email: late.email, amount: 19.95, products: [line] };
  const refused = await send('POST', '/orders/place-order', { token: late.token, json });
  expect(refusal(refused)).toEqual([409, 'out_of_stock']);
});

test('settings are read and changed; only new SKUs follow a new pattern', async () => {
  const { settings } = await good('GET', '/stock/settings', { token });
  const put = (json: object) => send('PUT', '/stock/settings', asAdmin({ ...settings, ...json }));
  const { id, m } = await newGoods();
  onTestFinished(async () => void (await put(settings)));
  const skuPattern = 'ZZ{number}/{size}/{color}';
  const changed = { ...settings, skuPattern, orderNumberPattern: 'HM-{number}0', returnDays: 14 };
  const told = { message: stockMessages.settingsSaved, settings: changed };
  expect((await put(changed)).body).toEqual(told);
  expect((await good('GET', '/stock/settings', { token })).settings).toEqual(changed);
  expect((await newGoods()).m.sku).toMatch(/^ZZ\d+\/M\/NAVY$/);
  expect((await variantsOf(id))[0]?.sku).toBe(m.sku);
  for (const [field, value] of [
    ['skuPattern', '{number}'],
    ['orderNumberPattern', 'HM {number}'],
    ['fewLeft', 100],
    ['holdMinutes', 4],
    ['runningLow', -1],
  ] as const) {
    expect(refusal(await put({ [field]: value }))).toEqual([400, 'validation_failed', field]);
  }
});

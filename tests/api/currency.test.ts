import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { currencyMessages } from '#shared/currency-messages.ts';
import { forceCurrency } from '../support/force-currency.ts';
import { cardOn, sendCard } from '../../tools/prove/card-page.ts';
import { stack } from '../support/stack.ts';
import { adminToken, good, newProduct, placeOrder, refusal, send, sql } from './client.ts';

let admin = '';
/** The payment sandbox's own books. */
const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });

async function force(currency: string): Promise<void> {
  await forceCurrency(currency);
  // Instances of the functions ask for it once a second.
  const json = { title: 'Coat', price: 0.001, compareAtPrice: null };
  const said = { USD: 'At most two decimals', JPY: 'No decimals' }[currency] ?? '';
  await expect
    .poll(async () => {
      const { body } = await send('POST', '/products/create', { token: admin, json });
      return body.issues?.find(({ path }) => path === 'price')?.message ?? '';
    })
    .toBe(said);
}

/** Other tests of the shop count on two decimals. */
const removeProduct = async ({ _id }: { _id: string }) =>
  void (await good('DELETE', `/products/delete/${_id}`, { token: admin }));

beforeAll(async () => {
  admin = await adminToken();
  await sql`insert into payment_methods (provider, position, is_on) values ('stripe', 9, true)
    on conflict (provider) do update set is_on = true`;
  // Another test may have saved what an instance without Stripe's key says.
  const facts = sql.json({ stripe: { kind: 'page', mode: 'test', minimums: {} } });
  await sql`update private.function_settings set value = value || ${facts} where name = 'PAYMENT_PROVIDERS'`;
});
afterEach(() => force('USD'));
afterAll(async () => {
  await sql`update payment_methods set is_on = false where provider = 'stripe'`;
  await provider.end();
});

test('the office reads all currencies, and cannot change that of a shop with orders', async () => {
  expect(await good('GET', '/shop/details')).toMatchObject({ currency: 'USD' });
  const { currencies, fixed } = await good('GET', '/shop/currencies', { token: admin });
  expect([currencies.length, fixed]).toEqual([155, true]);
  const choose = (currency: string) =>
    send('PUT', '/shop/currency', { token: admin, json: { currency } });
  expect(refusal(await choose('eur'))).toEqual([400, 'validation_failed', 'currency']);
  expect(refusal(await choose('XAU'))).toEqual([400, 'validation_failed', 'currency']);
  expect(refusal(await choose('EUR'))).toEqual([409, 'currency_fixed', 'currency']);
  expect((await choose('USD')).body.message).toBe(currencyMessages.saved);
});

test.each([
  { currency: 'JPY', price: '1995', minor: 3990, part: 333, wrong: 0.5, why: 'No decimals' },
  { currency: 'KWD', price: '1.995', minor: 3990, part: 0.33, wrong: 0.0005, why: 'At most three' },
])('an order in $currency is paid, invoiced and refunded in whole units', async (it) => {
  const { currency, price, minor, part, wrong, why } = it;
  await force(currency);
  expect(await good('GET', '/shop/details')).toMatchObject({ currency });
  const coat = await newProduct(admin, { price });
  onTestFinished(() => removeProduct(coat));
  const total = Number(price) * 2;
  for (const payWith of ['paystack', 'stripe']) {
    const placed = await placeOrder(coat, { quantity: 2, payWith });
    const { id, token, reference } = placed;
    const page = placed.paymentInfo.data.authorization_url;
    await sendCard(page, cardOn(page, 'pay').cardNumber);
    await good('POST', '/orders/settle', { token, json: { reference } });
    expect(placed.order).toMatchObject({ currency, totalPrice: total });
    const [charged] =
      payWith === 'paystack'
        ? await provider`select amount::int, currency from transactions where reference = ${reference}`
        : await provider`select amount::int, upper(currency) as currency from stripe_payments where reference = ${reference}`;
    expect(charged).toEqual({ amount: minor, currency });
    const refund = (amount: number) =>
      send('POST', `/orders/admin/${id}/refund`, { token: admin, json: { reference, amount } });
    const refused = await refund(wrong);
    expect(refusal(refused)).toEqual([400, 'validation_failed', 'amount']);
    expect(refused.body.message).toContain(why);
    expect((await refund(part)).body.order).toMatchObject({
      attempts: [{ amount: total, refunded: part, currency }],
    });
    const papers = async () => {
      const { invoices } = await good('GET', `/orders/user-orders/${id}/invoices`, { token });
      return invoices.map(({ kind, gross }) => [kind, gross]);
    };
    await expect.poll(papers).toEqual([
      ['invoice', total],
      ['credit_note', part],
    ]);
  }
});

test('a product of a shop in yen has no price with decimals, and neither have its variants', async () => {
  const coat = await newProduct(admin, { price: '1995' });
  await force('JPY');
  const json = { title: coat.title, price: 19.5 };
  const options = { token: admin, json };
  expect(refusal(await send('PUT', `/products/update/${coat._id}`, options))).toEqual([
    ...[400, 'validation_failed', 'price'],
  ]);
  const { variants } = await good('GET', `/products/${coat._id}/variants`, { token: admin });
  const [variant] = variants;
  const changes = { variants: [{ _id: variant?._id, priceDelta: 0.5 }] };
  const answer = await send('PUT', `/products/${coat._id}/variants`, {
    token: admin,
    json: changes,
  });
  expect(refusal(answer)).toEqual([400, 'validation_failed', 'variants.0.priceDelta']);
});

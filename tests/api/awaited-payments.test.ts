import { beforeAll, expect, test } from 'vitest';
import { orderLink } from '../../supabase/functions/_shared/mail/order-link.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { Transfers } from '#shared/schemas/transfers.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { mailedText, mailsTo } from '../support/mailbox.ts';
import { stack } from '../support/stack.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  offer,
  refusal,
  runTask,
  send,
  sql,
} from './client.ts';

let admin = '';
let coat: Product;
beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '50' });
  await sql`update product_variants set policy = 'deny' where product_id = ${coat._id}`;
  await sql`insert into stock_movements (variant_id, quantity, reason)
    select id, 100, 'received' from product_variants where product_id = ${coat._id}`;
  const end = await offer('transfer', 'cash');
  await sql`update payment_methods set days = 5 where provider = 'transfer'`;
  return end;
});

const asAdmin = (json?: object) => ({ token: admin, ...(json && { json }) });

/** A customer who has put a coat for 50 dollars into the cart and ordered it, to be paid in this way. */
async function order(payWith: string) {
  const { token, email } = await newCustomer();
  await good('POST', '/cart/add-to-cart', {
    token,
    json: { productId: coat._id, size: 'M', color: 'navy' },
  });
  const products = [{ product: coat._id, quantity: 1, size: 'M', color: 'navy' }];
  const json = { email, amount: 50, products, checkout: true, payWith };
  const { order: placed, paymentInfo } = await good('POST', '/orders/place-order', { token, json });
  const read = async () =>
    (await good('GET', `/orders/user-orders/${placed._id}`, { token })).order;
  const cart = async () => (await good('GET', '/cart/get-cart', { token })).cart.products.length;
  return { token, email, order: placed, id: placed._id, paymentInfo, read, cart };
}

const mark = (id: string, json: object) =>
  send('POST', `/orders/admin/${id}/mark-paid`, asAdmin(json));

test('an order by transfer: instructions on the page and by mail, a part, the rest, and what was too much', async () => {
  const { token, email, order: placed, id, paymentInfo, read, cart } = await order('transfer');
  const { reference } = paymentInfo.data;
  expect(paymentInfo.data.authorization_url).toBe(
    `${stack().siteUrl}/checkout/complete?reference=${reference}`,
  );
  expect(placed).toMatchObject({
    ...{ status: 'Pending', payTo: expect.stringContaining('Harbour Savings Bank') },
    payment: { provider: 'transfer', kind: 'transfer', awaited: true, due: 50, transferCode: '' },
  });
  const heldFor = Date.parse(placed.heldUntil ?? '') - Date.now();
  expect(Math.round(heldFor / 3_600_000)).toBe(120);
  const settle = () => good('POST', '/orders/settle', { token, json: { reference } });
  expect(await settle()).toMatchObject({ outcome: 'pending', order: { _id: id } });
  expect(await cart()).toBe(0);
  const mail = await mailedText(email, 'Please transfer the amount of your order');
  for (const words of ['$50.00', 'Harbour Savings Bank', placed.number])
    expect(mail).toContain(words);
  // The same way again is the same payment.
  const again = await good('POST', `/orders/${id}/pay`, { token, json: { payWith: 'transfer' } });
  expect(again.paymentInfo.data.reference).toBe(reference);

  for (const [json, path] of [
    [{ amount: 0 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: 'ten' }, 'amount'],
    [{ note: 'x'.repeat(201) }, 'note'],
  ] as const) {
    expect(refusal(await mark(id, json))).toEqual([400, 'validation_failed', path]);
  }
  const part = await mark(id, { amount: 20, note: 'Statement 12', due: 50 });
  expect(part.body).toMatchObject({
    message: termsMessages.marked.part,
    order: { status: 'Held', payment: { due: 30 }, attempts: [{ paid: 20, status: 'held' }] },
  });
  expect(await read()).toMatchObject({ payTo: placed.payTo, payment: { due: 30 } });
  expect(await mailedText(email, 'A part of your payment')).toMatch(
    /\$30\.00[^]*Harbour Savings Bank/,
  );
  expect((await settle()).outcome).toBe('held');
  expect(refusal(await mark(id, { amount: 20, due: 50 }))).toEqual([409, 'changed_meanwhile']);
  const rest = await mark(id, { amount: '35.00', note: 'Statement 13', due: 30 });
  expect(rest.body).toMatchObject({
    message: termsMessages.marked.paid,
    order: { status: 'Paid', refunded: 0, payTo: '' },
  });
  expect((await settle()).outcome).toBe('paid');
  await mailedText(email, 'Thank you for your order');
  expect(refusal(await mark(id, {}))).toEqual([409, 'not_on_terms']);
  const { order: office, events } = await good('GET', `/orders/admin/${id}`, asAdmin());
  expect(events.filter((it) => it.event === 'office').map((it) => it.amount)).toEqual([35, 20]);
  expect(office).toMatchObject({
    attempts: expect.arrayContaining([
      expect.objectContaining({ status: 'paid', paid: 50, transfer: 'Statement 12; Statement 13' }),
      expect.objectContaining({ status: 'duplicate', paid: 5 }),
    ]),
  });
  const refund = await good(
    'POST',
    `/orders/admin/${id}/refund`,
    asAdmin({ reference: `${reference}.more` }),
  );
  expect(refund).toMatchObject({
    message: termsMessages.refundedByTransfer,
    order: { status: 'Paid', refunded: 0 },
  });
});

test('an order to be paid on delivery is sent, then paid, and cannot be paid in another way', async () => {
  const { token, email, order: placed, id, paymentInfo, cart } = await order('cash');
  expect(placed).toMatchObject({
    ...{ status: 'OnTerms', payTo: '', heldUntil: null },
    payment: { kind: 'on_delivery', awaited: true, due: 50 },
  });
  const { reference } = paymentInfo.data;
  expect(await good('POST', '/orders/settle', { token, json: { reference } })).toMatchObject({
    outcome: 'pending',
  });
  expect(await cart()).toBe(0);
  const mail = await mailedText(email, 'Thank you for your order');
  expect(mail).toMatch(/You pay when it arrives[^]*\$50\.00/);
  expect(mail).not.toContain('Harbour Savings Bank');
  const other = await send('POST', `/orders/${id}/pay`, { token, json: { payWith: 'transfer' } });
  expect(refusal(other)).toEqual([409, 'not_pending']);
  const sent = await good('POST', '/orders/admin/fulfil', asAdmin({ action: 'send', ids: [id] }));
  expect(sent.count).toBe(1);
  expect((await mark(id, {})).body.order.status).toBe('Paid');
  expect(await mailedText(email, 'Your payment for order')).toContain('paid on delivery');
});

test('in euros, with an IBAN, the page, the mail and the link have a QR code', async () => {
  const [account] = await sql<{ value: string }[]>`
    select value #>> '{}' as value from shop_settings where name = 'bank_account'`;
  const use = (text: string) =>
    sql`update shop_settings set value = to_jsonb(${text}::text) where name = 'bank_account'`;
  await use('Hemline Ltd.\nIBAN DE75 5121 0800 1245 1261 99');
  try {
    const { email, order: placed, id, read } = await order('transfer');
    await sql`update orders set currency = 'EUR' where id = ${id}`;
    await sql`update mail_outbox set state = 'queued', attempts = 0, next_try_at = now(),
      message_id = gen_random_uuid() where order_id = ${id}`;
    const code = `BCD\n002\n1\nSCT\n\nHemline Ltd.\nDE75512108001245126199\nEUR50.00\n\n\n${placed.number}`;
    expect((await read()).payment.transferCode).toBe(code);
    await runTask();
    const pictureOf = async () =>
      (await mailsTo(email))
        .map(({ body }) => /<img src="([^"]+\/transfer\.png)"/.exec(body)?.[1])
        .find(Boolean) ?? '';
    await expect.poll(pictureOf, { timeout: 20_000 }).not.toBe('');
    const link = await orderLink({ id, created_at: placed.createdAt }, stack());
    expect(await pictureOf()).toMatch(
      new RegExp(`^${stack().siteUrl}/order/[\\w.-]+/transfer.png$`),
    );
    const token = link.split('/').at(-1) ?? '';
    const linked = await good('GET', `/orders/by-link/${token}`);
    expect(linked.order.payment.transferCode).toBe(code);
  } finally {
    await use(account?.value ?? '');
  }
});

test('an order that is not paid in time frees its pieces, which is told once, and can still be paid', async () => {
  const { email, id, read } = await order('transfer');
  await sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${id}`;
  await runTask();
  const subject = 'We have not received your bank transfer';
  expect(await mailedText(email, subject)).toMatch(/no longer hold[^]*Harbour Savings Bank/);
  expect(await read()).toMatchObject({ status: 'Pending', heldUntil: null, payment: { due: 50 } });
  expect((await mark(id, {})).body.order.status).toBe('Paid');
});

const preview = async (csv: string, columns?: object) =>
  (await good(
    'POST',
    '/orders/admin/transfers/preview',
    asAdmin({ csv, ...(columns && { columns }) }),
  )) as unknown as Transfers;
const book = (csv: string, lines: object[]) =>
  send('POST', '/orders/admin/transfers/book', asAdmin({ csv, lines }));

/** Files of four banks that say the same of an order: a part, what is too much, and money that went out. */
const files: [name: string, fileOf: (order: Order) => string][] = [
  [
    'German',
    ({ number }) =>
      '"Girokonto";"DE75512108001245126199"\r\n\r\n' +
      '"Buchungstag";"Begünstigter/Zahlungspflichtiger";"Verwendungszweck";"Betrag";"Währung"\r\n' +
      `"28.11.26";"Ida";"SVWZ+${number} EREF+${number}x";"20,00";"USD"\r\n` +
      `"28.11.26";"Ida";"${number.replace('-', ' ')}";"35,00";"USD"\r\n"28.11.26";"Post";"Porto";"-4,10";"USD"`,
  ],
  [
    'Dutch',
    ({ number }) =>
      '"Datum","Naam / Omschrijving","Af Bij","Bedrag (EUR)","Mededelingen"\n' +
      `"20261128","Ida","Bij","20,00","${number.replace('-', '')}"\n` +
      `"20261128","Ida","Bij","35,00","${number.toLowerCase()}"\n"20261128","Post","Af","4,10","x"\n`,
  ],
  [
    'English with tabs',
    ({ number }) =>
      `\uFEFFsep=\t\nDate\tDescription\tAmount\n28/11/2026\t${number}\t20.00\n28/11/2026\t${number} again\t35.00\n28/11/2026\tPost\t-4.10\n`,
  ],
  [
    'with thousands and quotes',
    ({ number }) =>
      `Booking date,Payer,Payment reference,Amount\n2026-11-28,Ida,"Coat, ${number}","$20.00"\n2026-11-28,Ida,${number},"+35.00"\n2026-11-28,Post,x,"-1,004.10"\n`,
  ],
];

test.each(files)('a %s file is matched, booked and never booked twice', async (_, fileOf) => {
  const { order: placed, id, email } = await order('transfer');
  const csv = fileOf(placed);
  const { lines } = await preview(csv);
  expect(lines.map((it) => it.fate)).toEqual(['part', 'more', 'outgoing']);
  expect(lines.map((it) => it.amount?.toFixed(2).slice(-5))).toEqual([
    '20.00',
    '35.00',
    expect.anything(),
  ]);
  expect(lines[1]?.order).toMatchObject({ _id: id, number: placed.number, due: 30 });
  const chosen = lines.slice(0, 2).map(({ row, fate }) => ({ row, fate }));
  const booked = await book(csv, chosen);
  const fatesOf = ({ body }: typeof booked) =>
    (body as unknown as Transfers).lines.map((it) => it.fate);
  expect(fatesOf(booked)).toEqual(['now_part', 'now_paid', 'outgoing']);
  expect((await preview(csv)).lines.map((it) => it.fate)).toEqual(['booked', 'booked', 'outgoing']);
  expect(fatesOf(await book(csv, chosen))).toEqual(['booked', 'booked', 'outgoing']);
  const { order: office } = await good('GET', `/orders/admin/${id}`, asAdmin());
  expect(office).toMatchObject({ status: 'Paid', number: placed.number });
  const [{ paid = 0 } = {}] = await sql<{ paid: number }[]>`
    select sum(paid_minor)::int as paid from payment_attempts where order_id = ${id}`;
  expect(paid).toBe(5500);
  await mailedText(email, 'Thank you for your order');
});

test('a file without the columns is asked about, and one that is no file of a bank is refused by name', async () => {
  const csv = 'When,How much,What\n2026-11-28,5,x\n';
  const columns = { date: 0, amount: 1, text: 2, name: null, currency: null, direction: null };
  expect(await preview(csv)).toMatchObject({ headings: ['When', 'How much', 'What'], lines: [] });
  expect((await preview(csv, columns)).lines).toMatchObject([{ row: 2, fate: 'unknown' }]);
  const sent = (json: object) => send('POST', '/orders/admin/transfers/preview', asAdmin(json));
  for (const [json, ...paths] of [
    [{ csv: '' }, 'csv'],
    [{}, 'csv'],
    [{ csv, more: 1 }, ''],
    [{ csv, columns: { ...columns, amount: 7 } }, 'csv'],
    [{ csv, columns: { ...columns, amount: -1 } }, 'columns.amount'],
    [{ csv: 'Date,Amount,Text\n1,2,"x\n' }, 'csv'],
    [{ csv: `Date,Amount,Text\n${'1,2,3\n'.repeat(5001)}` }, 'csv'],
  ] as const) {
    const [status, code, ...named] = refusal(await sent(json));
    expect([status, code]).toEqual([400, 'validation_failed']);
    expect(named).toEqual(paths);
  }
  for (const lines of [[], [{ row: 2, fate: 'paid' }], [{ row: 0, fate: 'exact' }]]) {
    expect((await book(csv, lines)).status).toBe(400);
  }
  const twice = { row: 2, fate: 'exact' };
  expect(refusal(await book(csv, [twice, twice]))).toEqual([400, 'validation_failed', 'lines']);
});

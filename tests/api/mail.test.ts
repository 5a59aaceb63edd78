import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { MailKind } from '#shared/schemas/mail.ts';
import type { Product } from '#shared/schemas/products.ts';
import { mailsTo } from '../support/mailbox.ts';
import {
  adminToken,
  good,
  newProduct,
  payByCard,
  placeOrder,
  refusal,
  runTask,
  send,
  sql,
} from './client.ts';

let token: string;
let coat: Product;

beforeAll(async () => {
  token = await adminToken();
  coat = await newProduct(token, { price: '19.95' });
});

const newAddress = (host = 'example.com') => `${randomUUID()}@${host}`;

const placed = (email: string) => placeOrder(coat, { quantity: 2, email });

async function paid(email: string): Promise<string> {
  const { id, paymentInfo } = await placed(email);
  await payByCard(paymentInfo);
  return id;
}

/** Makes the queued mails to an address due, as if their time had come, and sends them. */
async function sendDue(recipient: string): Promise<void> {
  await sql`update mail_outbox set next_try_at = now() where recipient = ${recipient}`;
  await runTask();
}

const rowsTo = (recipient: string) =>
  sql<
    { id: string; state: string; attempts: number; last_error: string; message_id: string }[]
  >`select id, state, attempts, last_error, message_id from mail_outbox where recipient = ${recipient}`;

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

/** Queues a mail about a contact message, without a message. */
async function queue(recipient: string): Promise<void> {
  const data = { name: 'Ann', message: 'Is it warm?', answer: 'Yes.' };
  await sql`insert into mail_outbox (kind, record_id, recipient, data)
    values ('message_answered', ${randomUUID()}, ${recipient}, ${sql.json(data)})`;
}

describe('the mails about an order', () => {
  test('a paid one is confirmed once, with what was bought, and nothing is said of its payment', async () => {
    const email = newAddress();
    const id = await paid(email);
    await expect
      .poll(() => subjectsTo(email))
      .toEqual([expect.stringMatching(/^Thank you for your order HM-\d+$/)]);
    const [mail] = await mailsTo(email);
    for (const part of [mail?.body, mail?.text]) {
      for (const words of [coat.title, '2 × $19.95', '$39.90', '4 Mill Lane', 'Dear Ada,']) {
        expect(part).toContain(words);
      }
      expect(part).toMatch(/Order HM-\d{5}/);
    }
    await sendDue(email);
    expect(await subjectsTo(email)).toHaveLength(1);
    const { mails } = await good('GET', `/orders/admin/${id}`, { token });
    expect(mails).toMatchObject([{ kind: 'order_paid', state: 'sent', attempts: 1, error: '' }]);
  });

  test('emails are sent about an unpaid order after a while, and about each refund', async () => {
    const email = newAddress();
    const { order, line, reference, paymentInfo } = await placed(email);
    await runTask();
    expect(await rowsTo(email)).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await sendDue(email);
    await expect
      .poll(() => subjectsTo(email))
      .toEqual([`Your order ${order.number} is not paid yet`]);

    await payByCard(paymentInfo);
    await expect.poll(() => subjectsTo(email)).toHaveLength(2);
    const at = `/orders/admin/${order._id}`;
    const refundsTo = async () =>
      (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Your refund for order '));
    for (const [i, json] of [{ lines: [{ line, quantity: 1 }] }, { amount: 5 }, {}].entries()) {
      await good('POST', `${at}/refund`, { token, json: { reference, ...json } });
      await expect
        .poll(async () => {
          await good('POST', `${at}/check-payment`, { token });
          return refundsTo();
        })
        .toHaveLength(i + 1);
    }
    const [rest, amount, piece] = (await refundsTo()).map(({ text }) => text);
    expect(piece).toMatch(/1 piece[^]*Refunded\s+\$19\.95/);
    expect(amount).toMatch(/Refunded\s+\$5\.00/);
    expect(amount).not.toContain(coat.title);
    expect(rest).toMatch(/Refunded\s+\$14\.95/);
  });

  test('are not sent again for an order that comes back from the trash', async () => {
    const email = newAddress();
    const id = await paid(email);
    await expect.poll(() => subjectsTo(email)).toHaveLength(1);
    const { undo } = await good('POST', '/orders/admin/delete', { token, json: { ids: [id] } });
    await good('POST', '/trash/restore', { token, json: { ids: undo } });
    await runTask();
    expect(await rowsTo(email)).toEqual([]);
  });
});

test('an answer to a message is mailed, and a corrected one too', async () => {
  const email = newAddress();
  const said = { firstname: 'Ann', lastname: 'Lee', email, message: 'Is it warm?\nReally?' };
  await good('POST', '/contact/submit', { json: said });
  const { messages } = await good('GET', `/contact/messages?q=${email}`, { token });
  const path = `/contact/messages/${messages[0]?._id}/answer`;
  for (const answer of ['Yes.', 'Yes.', 'No.\n\nSorry.']) {
    await good('PUT', path, { token, json: { answer } });
    await sendDue(email);
  }
  await expect.poll(() => mailsTo(email)).toHaveLength(2);
  const [second, first] = await mailsTo(email);
  expect(first?.text).toContain('Yes.');
  expect(second?.text).toContain('Sorry.');
  expect(second?.body).toContain('Is it warm?<br/>Really?');
  expect(second?.message_id).not.toBe(first?.message_id);
});

test('what is in stock again is mailed once, and the address is deleted', async () => {
  const email = newAddress();
  await sql`insert into stock_requests (variant_id, email)
    select id, ${email} from product_variants where product_id = ${coat._id} and size = 'L' limit 1`;
  await runTask();
  await runTask();
  await expect.poll(() => subjectsTo(email)).toEqual([`${coat.title} is back in stock`]);
  expect((await mailsTo(email))[0]?.text).toContain(`/product/${coat._id}/`);
  expect(await rowsTo(email)).toEqual([]);
  expect([...(await sql`select 1 from stock_requests where email = ${email}`)]).toEqual([]);
});

describe('a mail', () => {
  test('that the mail server does not take is tried again later, with the same Message-ID', async () => {
    const email = newAddress('busy.example');
    await queue(email);
    await runTask();
    await expect.poll(() => rowsTo(email)).toMatchObject([{ state: 'queued', attempts: 1 }]);
    const [tried] = await rowsTo(email);
    expect(tried?.last_error).toContain('Try again later');
    expect(await mailsTo(email)).toEqual([]);
    await runTask();
    expect(await rowsTo(email)).toEqual([tried]);

    await sendDue(email);
    await expect.poll(() => rowsTo(email)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const [mail] = await mailsTo(email);
    expect(mail?.message_id).toBe(`<${tried?.message_id}@shop.example>`);
  });

  test('that was sent, but not noted, has the same Message-ID the second time', async () => {
    const email = newAddress();
    await queue(email);
    await runTask();
    await expect.poll(() => rowsTo(email)).toMatchObject([{ state: 'sent' }]);
    await sql`update mail_outbox set state = 'queued', sent_at = null where recipient = ${email}`;
    await sendDue(email);
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
    const ids = (await mailsTo(email)).map((it) => it.message_id);
    expect(new Set(ids).size).toBe(1);
  });

  test('is given up after a day of attempts', async () => {
    const email = newAddress('busy.example');
    await queue(email);
    await sql`update mail_outbox set attempts = 12 where recipient = ${email}`;
    await runTask();
    await expect.poll(() => rowsTo(email)).toMatchObject([{ state: 'failed', attempts: 13 }]);
  });

  test('to an address that does not exist fails at once; an administrator sends it again', async () => {
    const email = newAddress('refused.example');
    await queue(email);
    await runTask();
    await expect.poll(() => rowsTo(email)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const { failed } = await good('GET', '/mail', { token });
    const mail = failed.find(({ recipient }) => recipient === email);
    expect(mail?.error).toContain('does not exist');
    const corrected = newAddress();
    await sql`update mail_outbox set recipient = ${corrected} where recipient = ${email}`;
    await good('POST', `/mail/${mail?._id}/send-again`, { token });
    await expect.poll(() => mailsTo(corrected)).toHaveLength(1);
  });

  test('is sent once, however many send at the same time', async () => {
    const recipients = Array.from({ length: 10 }, () => newAddress());
    await Promise.all(recipients.map(queue));
    await Promise.all(Array.from({ length: 4 }, runTask));
    const found = await Promise.all(recipients.map(mailsTo));
    expect(found.map((mails) => mails.length)).toEqual(recipients.map(() => 1));
  });
});

describe('the texts', () => {
  test('of a mail can be changed, and previewed before', async () => {
    const kind: MailKind = 'order_refunded';
    const before = (await good('GET', '/mail', { token })).texts.find((it) => it.kind === kind);
    const words = { subject: 'Money back, {name}', opening: 'Hello <b>{name}</b>,\n\nhere it is.' };
    const preview = await good('POST', '/mail/preview', { token, json: { kind, ...words } });
    expect(preview.subject).toBe('Money back, Ada');
    expect(preview.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,');
    expect(preview.text).toContain('here it is.');
    const put = (json: unknown) => good('PUT', `/mail/texts/${kind}`, { token, json });
    onTestFinished(async () => void (await put(before)));
    expect((await put(words)).text).toEqual({ kind, ...words });
  });

  test('are refused where they are wrong, and those of an unknown kind do not exist', async () => {
    for (const [json, field] of [
      [{ subject: 'a\nBcc: b@example.com', opening: '' }, 'subject'],
      [{ subject: ' ', opening: '' }, 'subject'],
      [{ subject: 'a', opening: 'a'.repeat(2001) }, 'opening'],
    ] as const) {
      const answer = await send('PUT', '/mail/texts/order_paid', { token, json });
      expect(refusal(answer)).toEqual([400, 'validation_failed', field]);
    }
    const json = { subject: 'a', opening: '' };
    expect((await send('PUT', '/mail/texts/nothing', { token, json })).status).toBe(404);
  });
});

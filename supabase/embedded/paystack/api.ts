import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { hasKey } from '../payments/keys.ts';
import type { Webhooks } from '../payments/webhooks.ts';
import { asPaystack, errorBody } from './shapes.ts';
import type { Transactions } from './transactions.ts';

/**
 * The smallest charge per currency of the test merchant, in the currency's smallest unit. The last two, which Paystack itself does
 * not take, have other decimals than dollars.
 */
const minimumAmounts: Record<string, number> = { USD: 200, XOF: 100, JPY: 100, KWD: 100 };

const initializeInput = z.object({
  email: z.email('Invalid Email Address Passed'),
  // Paystack accepts the number as a string too.
  amount: z.coerce
    .number('Invalid Amount Sent')
    .int('Invalid Amount Sent')
    .positive('Invalid Amount Sent'),
  currency: z.string().default('USD'),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9.=-]+$/, 'Transaction reference contains invalid characters')
    .optional(),
  callback_url: z.url({ protocol: /^https?$/, error: 'Invalid callback url' }).optional(),
  metadata: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
});

const refundInput = z.object({
  transaction: z.union([z.string(), z.number()]).transform(String),
  amount: z.coerce.number().int().positive().optional(),
  merchant_note: z.string().optional(),
});

export interface ApiOptions {
  url: string;
  secretKey: string;
  transactions: Transactions;
  webhooks: Webhooks;
}

/** The endpoints of Paystack's API that the shop uses, with the same responses and errors. */
export function createApi({ url, secretKey, transactions, webhooks }: ApiOptions): Hono {
  return new Hono()
    .use(async (c, next) => {
      if (hasKey(c.req.raw, secretKey)) return next();
      return c.json(errorBody('Invalid key', 'invalid_Key'), 401);
    })
    .post('/transaction/initialize', async (c) => {
      const input = initializeInput.safeParse(await c.req.json().catch(() => null));
      if (!input.success) {
        const message = input.error.issues[0]?.message ?? 'Invalid body';
        return c.json(errorBody(message, 'invalid_params'), 400);
      }
      const { email, amount, currency, callback_url, metadata } = input.data;
      const minimum = minimumAmounts[currency];
      if (minimum === undefined) {
        return c.json(errorBody('Currency not supported by merchant', 'unsupported_currency'), 403);
      }
      if (amount < minimum) {
        return c.json(errorBody(`Amount must be at least ${minimum}`, 'invalid_amount'), 400);
      }
      const created = await transactions.create({
        email,
        amount,
        currency,
        reference: input.data.reference ?? randomUUID(),
        callbackUrl: callback_url ?? null,
        metadata: typeof metadata === 'string' ? { value: metadata } : (metadata ?? null),
      });
      if (!created) {
        return c.json(errorBody('Duplicate Transaction Reference', 'duplicate_reference'), 400);
      }
      const { access_code, reference } = created;
      const data = { authorization_url: `${url}/pay/${access_code}`, access_code, reference };
      return c.json({ status: true, message: 'Authorization URL created', data });
    })
    .get('/transaction/verify/:reference', async (c) => {
      const found = await transactions.byReference(c.req.param('reference'));
      if (!found) {
        return c.json(errorBody('Transaction reference not found.', 'transaction_not_found'), 400);
      }
      return c.json({ status: true, message: 'Verification successful', data: asPaystack(found) });
    })
    .get('/transaction', async (c) => {
      const perPage = Math.min(Number(c.req.query('perPage')) || 50, 100);
      const page = Math.max(Number(c.req.query('page')) || 1, 1);
      const { rows, total } = await transactions.list({
        status: c.req.query('status') ?? null,
        from: readDate(c.req.query('from')),
        to: readDate(c.req.query('to')),
        perPage,
        page,
      });
      const meta = {
        total,
        skipped: (page - 1) * perPage,
        perPage,
        page,
        pageCount: Math.ceil(total / perPage),
      };
      return c.json({
        status: true,
        message: 'Transactions retrieved',
        data: rows.map(asPaystack),
        meta,
      });
    })
    .get('/transaction/:id', async (c) => {
      const found = await transactions.byReference(c.req.param('id'));
      if (!found) return c.json(errorBody('Transaction not found', 'transaction_not_found'), 404);
      return c.json({ status: true, message: 'Transaction retrieved', data: asPaystack(found) });
    })
    .get('/refund', async (c) => {
      const perPage = Math.min(Number(c.req.query('perPage')) || 50, 100);
      const page = Math.max(Number(c.req.query('page')) || 1, 1);
      const found = await transactions.refundsOf(c.req.query('transaction') ?? '', perPage, page);
      const data = found.map(({ reference, created_at, ...row }) => ({
        ...row,
        domain: 'test',
        transaction_reference: reference,
        created_at: created_at.toISOString(),
      }));
      return c.json({ status: true, message: 'Refunds retrieved', data });
    })
    .post('/refund', async (c) => {
      const input = refundInput.safeParse(await c.req.json().catch(() => null));
      const found = input.success ? await transactions.byReference(input.data.transaction) : null;
      if (!input.success || !found) {
        return c.json(errorBody('Transaction not found', 'transaction_not_found'), 400);
      }
      const amount = input.data.amount ?? found.amount - found.refunded;
      const note = input.data.merchant_note ?? null;
      const made = amount > 0 ? await transactions.refund(found.reference, amount, note) : null;
      const refunded = await transactions.byReference(found.reference);
      if (made === null || !refunded) {
        const message = 'Transaction has been fully reversed, or the amount is more than was paid';
        return c.json(errorBody(message, 'invalid_refund', 'processor_error'), 400);
      }
      const data = {
        id: made,
        transaction: asPaystack(refunded),
        amount,
        merchant_note: note,
        currency: found.currency,
        status: 'pending',
      };
      const processed = {
        status: 'processed',
        transaction_reference: found.reference,
        refund_reference: `TRF-${made}`,
        amount,
        currency: found.currency,
        domain: 'test',
      };
      await webhooks.send({ event: 'refund.processed', data: processed });
      return c.json({ status: true, message: 'Refund has been queued for processing', data });
    });
}

function readDate(text: string | undefined): Date | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

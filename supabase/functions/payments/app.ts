import { Hono } from 'hono';
import { z } from 'zod';
import { sameSecret } from '../_shared/constant-time.ts';
import { transaction } from '../_shared/payments/paystack/client.ts';
import { followRefunds, toRefundStatus } from '../_shared/payments/paystack/refund.ts';
import { toOutcome, verifyAndSettle } from '../_shared/payments/paystack/settle.ts';
import { isSigned } from '../_shared/payments/paystack/signature.ts';
import { purgePersonalTrash } from '../_shared/queries/personal-trash.ts';
import { releaseExpiredHolds } from '../_shared/queries/stock.ts';
import { purgeMails, queueBackInStock } from '../_shared/queries/mail.ts';
import { sendMails, sendMailsSoon } from '../_shared/mail/send.ts';
import { clearAbandonedCarts, deleteOldVisitors } from '../_shared/queries/carts.ts';
import { connectAsService } from '../_shared/queries/database.ts';
import { readBytes, tooLargeText } from '../_shared/read-bytes.ts';
import { paymentFigures, settlePayment, takeStalePayments } from '../_shared/queries/payments.ts';
import { listStaleRefunds, settleRefund } from '../_shared/queries/refunds.ts';
import type { setup } from '../_shared/schemas/figures.ts';
import type { Settings } from '../_shared/settings.ts';
import { siteSecretOf } from '../_shared/site-secret.ts';
import { parseStorableJson, UnstorableText } from '../_shared/storable-json.ts';

/** Tolerant: a success with an unreadable amount is held for review. */
const chargeSuccess = z.object({
  event: z.literal('charge.success'),
  data: z.looseObject({
    id: transaction.shape.id,
    reference: z.string().min(1).max(100),
    amount: transaction.shape.amount.catch(-1),
    currency: z.string().catch(''),
  }),
});

const refundEvents = ['pending', 'processing', 'processed', 'failed'] as const;

/** Amounts are text or a number, in the smallest unit. */
const refundEvent = z.object({
  event: z.enum(refundEvents.map((status) => `refund.${status}` as const)),
  data: z.looseObject({
    transaction_reference: z.string().min(1).max(100),
    refund_reference: z
      .union([z.string().max(100), z.number()])
      .nullish()
      .catch(null),
    amount: transaction.shape.amount.catch(-1),
  }),
});

/** Null for invalid JSON. @throws UnstorableText */
const readJson = (bytes: Uint8Array): unknown => {
  try {
    return parseStorableJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof UnstorableText) throw error;
    return null;
  }
};

/** Live and test keys of Paystack differ by their prefix. */
function kindOfKey(key: string): z.input<typeof setup>['paystack'] {
  if (key === '') return 'missing';
  return key.startsWith('sk_live_') ? 'live' : 'test';
}

/**
 * A provider that hangs must not keep stock, carts and mails waiting, so a run stops asking it then. Not at the first, which may
 * be one payment that the provider cannot answer about.
 */
const mostUnreachable = 3;

const maxWebhookBytes = 1024 * 1024;

/** The endpoints for the payment provider, the scheduler and the operator; none is for browsers. */
export function createApp(settings: Settings): Hono {
  const app = new Hono({
    getPath: (request) => new URL(request.url).pathname.replace(/^\/functions\/v1/, ''),
  });
  const log = (line: Record<string, unknown>) => {
    settings.log(JSON.stringify({ time: new Date().toISOString(), ...line }));
  };

  app.post('/payments/webhook', async (c) => {
    const bytes = await readBytes(c.req.raw, maxWebhookBytes).catch(() => 'broken' as const);
    if (bytes === 'broken') {
      return c.json({ message: 'The body could not be read', code: 'malformed_body' }, 400);
    }
    if (!bytes) return c.json({ message: tooLargeText(maxWebhookBytes), code: 'too_large' }, 413);
    const signature = c.req.header('x-paystack-signature') ?? '';
    if (!(await isSigned(bytes, signature, settings.paystack.secretKey))) {
      return c.json({ message: 'Not signed by the payment provider', code: 'not_signed' }, 401);
    }
    const webhook = readJson(bytes);
    const refund = refundEvent.safeParse(webhook);
    if (refund.success) {
      const { event, data } = refund.data;
      const { transaction_reference: reference, refund_reference, amount } = data;
      const service = connectAsService(settings);
      const settled = await settleRefund(service, {
        ...{ event, reference, amount },
        status: toRefundStatus(event.slice('refund.'.length)),
        key: `${event}:${reference}:${refund_reference ?? amount}`,
        payload: refund.data,
        refundReference: refund_reference?.toString() || undefined,
      });
      if (
        settled === 'ambiguous' &&
        (await followRefunds(settings, service, reference)) === 'unreachable'
      ) {
        // The provider repeats the message.
        return c.json({ message: 'Please try again later', code: 'unavailable' }, 503);
      }
      log({ level: 'info', event: 'webhook', reference, settled });
      sendMailsSoon(settings);
      return c.json({ message: 'Received' });
    }
    const charge = chargeSuccess.safeParse(webhook);
    if (!charge.success) return c.json({ message: 'Received' });
    const { event, data } = charge.data;
    const { reference, amount, currency } = data;
    const settled = await settlePayment(connectAsService(settings), {
      ...{ reference, amount, currency, status: 'success', event },
      key: `${event}:${data.id ?? reference}`,
      payload: charge.data,
    });
    log({ level: 'info', event: 'webhook', reference, settled });
    sendMailsSoon(settings);
    return c.json({ message: 'Received' });
  });

  app.post('/payments/reconcile', async (c) => {
    const key = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!sameSecret(key, settings.serviceRoleKey)) {
      return c.json({ message: 'For the scheduler only', code: 'token_invalid' }, 401);
    }
    const minutes = z.coerce.number().min(0).max(10_000).catch(15);
    const age = minutes.parse(c.req.query('minutes') ?? 15);
    const service = connectAsService(settings);
    const counts = { paid: 0, pending: 0, failed: 0, held: 0 };
    let unreachable = 0;
    for await (const reference of takeStalePayments(service, `${age} minutes`)) {
      const result = await verifyAndSettle(settings, reference);
      counts[toOutcome(result)] += 1;
      if (result === 'unreachable') unreachable += 1;
      if (unreachable === mostUnreachable) break;
    }
    for (const reference of await listStaleRefunds(service, `${age} minutes`)) {
      if (unreachable === mostUnreachable) break;
      const result = await followRefunds(settings, service, reference);
      if (result === 'unreachable') unreachable += 1;
    }
    const carts = await clearAbandonedCarts(service, settings.cartGraceMinutes);
    const visitors = await deleteOldVisitors(service);
    const purged = await purgePersonalTrash(service);
    // After the payments: those that came in time need what their orders hold.
    const released = await releaseExpiredHolds(service);
    // A request is deleted with its mail, so it waits for a shop that can send one.
    if (settings.mail) await queueBackInStock(service);
    await purgeMails(service);
    const mails = await sendMails(settings);
    log({ level: 'info', event: 'reconcile', ...counts, carts, visitors, purged, released, mails });
    return c.json({ ...counts, carts });
  });

  // For the operator: the site's metrics and `npm run deploy:check` have the site's secret.
  app.get('/payments/status', async (c) => {
    const secret = siteSecretOf(c.req.raw.headers, settings);
    if (!secret) {
      return c.json({ message: 'For the operator only', code: 'token_invalid' }, 401);
    }
    const { siteUrl, paystack, previousSiteSecret, secretKey } = settings;
    return c.json({
      siteUrl,
      siteSecret: previousSiteSecret === '' ? 'only' : secret,
      paystack: kindOfKey(paystack.secretKey),
      secretKey: secretKey !== '',
      figures: await paymentFigures(connectAsService(settings)),
    } satisfies z.input<typeof setup>);
  });

  app.notFound((c) => c.json({ message: 'This endpoint does not exist', code: 'not_found' }, 404));
  app.onError((error, c) => {
    if (error instanceof UnstorableText) {
      const { field, message } = error;
      const issues = [{ path: field, message: 'Has characters that cannot be stored' }];
      return c.json({ message, code: 'validation_failed', issues }, 400);
    }
    log({ level: 'error', event: 'payments', name: error.name, reason: error.message });
    return c.json({ message: 'An Error Occurred. Please try again!', code: 'internal' }, 500);
  });
  return app;
}

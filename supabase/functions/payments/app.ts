import { Hono } from 'hono';
import { z } from 'zod';
import { sameSecret } from '../_shared/constant-time.ts';
import { PaymentProviderError } from '../_shared/payments/provider.ts';
import { modesOfAll, pageProvider } from '../_shared/payments/providers.ts';
import { followRefunds } from '../_shared/payments/refund.ts';
import { toOutcome, verifyAndSettle } from '../_shared/payments/settle.ts';
import { purgePersonalTrash } from '../_shared/queries/personal-trash.ts';
import { releaseExpiredHolds } from '../_shared/queries/stock.ts';
import { purgeMails, queueBackInStock } from '../_shared/queries/mail.ts';
import { sendMails } from '../_shared/mail/send.ts';
import { clearAbandonedCarts, deleteOldVisitors } from '../_shared/queries/carts.ts';
import { connectAsService } from '../_shared/queries/database.ts';
import { readBytes, tooLargeText } from '../_shared/read-bytes.ts';
import { noteRefused, paymentFigures, takeStalePayments } from '../_shared/queries/payments.ts';
import { listStaleRefunds } from '../_shared/queries/refunds.ts';
import type { setup } from '../_shared/schemas/figures.ts';
import type { Settings } from '../_shared/settings.ts';
import { siteSecretOf } from '../_shared/site-secret.ts';
import { UnstorableText } from '../_shared/storable-json.ts';
import { takeEvent } from './events.ts';

/**
 * A provider that hangs must not keep stock, carts and mails waiting, so a run stops asking it then. Not at the first, which may
 * be one payment that the provider cannot answer about.
 */
const mostUnreachable = 3;

const maxWebhookBytes = 1024 * 1024;

const refusals = {
  not_signed: ['Not signed by the payment provider', 'not_signed'],
  too_old: ['Signed too long ago', 'too_old'],
} as const;

/** The endpoints for the payment provider, the scheduler and the operator; none is for browsers. */
export function createApp(settings: Settings): Hono {
  const app = new Hono({
    getPath: (request) => new URL(request.url).pathname.replace(/^\/functions\/v1/, ''),
  });
  const log = (line: Record<string, unknown>) => {
    settings.log(JSON.stringify({ time: new Date().toISOString(), ...line }));
  };

  // The first address is Paystack's from before there were other providers.
  for (const path of ['/payments/webhook', '/payments/webhook/:provider'] as const) {
    app.post(path, async (c) => {
      const provider = pageProvider(c.req.param('provider') ?? 'paystack');
      if (!provider) return c.notFound();
      const body = await readBytes(c.req.raw, maxWebhookBytes).catch(() => 'broken' as const);
      if (body === 'broken') {
        return c.json({ message: 'The body could not be read', code: 'malformed_body' }, 400);
      }
      if (!body) return c.json({ message: tooLargeText(maxWebhookBytes), code: 'too_large' }, 413);
      const request = { body, header: (name: string) => c.req.header(name) };
      const reading = await provider.readWebhook(settings.payments, request);
      if (reading.result === 'refused') {
        await noteRefused(connectAsService(settings), provider.name, reading.reason);
        const [message, code] = refusals[reading.reason];
        return c.json({ message, code }, 401);
      }
      const result = await takeEvent(settings, provider.name, reading);
      // The provider repeats the message.
      if (result === 'unreachable') {
        return c.json({ message: 'Please try again later', code: 'unavailable' }, 503);
      }
      const { kind } = reading.event;
      if (kind !== 'other') log({ level: 'info', event: 'webhook', kind, result });
      return c.json({ message: 'Received' });
    });
  }

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
    for await (const attempt of takeStalePayments(service, `${age} minutes`)) {
      const result = await verifyAndSettle(settings, attempt);
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
    // Loaded only here: no other call needs it.
    const { continueImports } = await import('../api/product-imports/run.ts');
    const imports = await continueImports(settings);
    const done = { carts, visitors, purged, released, mails, imports };
    log({ level: 'info', event: 'reconcile', ...counts, ...done });
    return c.json({ ...counts, carts });
  });

  // For the operator: the site's metrics and `npm run deploy:check` have the site's secret.
  app.get('/payments/status', async (c) => {
    const secret = siteSecretOf(c.req.raw.headers, settings);
    if (!secret) {
      return c.json({ message: 'For the operator only', code: 'token_invalid' }, 401);
    }
    const { siteUrl, payments, previousSiteSecret, secretKey } = settings;
    return c.json({
      siteUrl,
      siteSecret: previousSiteSecret === '' ? 'only' : secret,
      payments: modesOfAll(payments),
      secretKey: secretKey !== '',
      mailFrom: settings.mail?.from ?? '',
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
    if (error instanceof PaymentProviderError) {
      // The provider repeats its message.
      return c.json({ message: 'Please try again later', code: 'unavailable' }, 503);
    }
    log({ level: 'error', event: 'payments', name: error.name, reason: error.message });
    return c.json({ message: 'An Error Occurred. Please try again!', code: 'internal' }, 500);
  });
  return app;
}

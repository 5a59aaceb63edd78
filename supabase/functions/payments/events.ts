import { sendMailsSoon } from '../_shared/mail/send.ts';
import type { PaymentEvent, WebhookReading } from '../_shared/payments/provider.ts';
import { followRefunds } from '../_shared/payments/refund.ts';
import { connectAsService, type Db } from '../_shared/queries/database.ts';
import {
  failAttempt,
  noteDispute,
  noteEvent,
  readAttempt,
  settlePayment,
} from '../_shared/queries/payments.ts';
import { settleRefund } from '../_shared/queries/refunds.ts';
import type { Settings } from '../_shared/settings.ts';

type KnownEvent = Exclude<PaymentEvent, { kind: 'other' }>;

/** Whether the reference is of a payment of this provider: each can only tell of its own. */
async function isOwn(service: Db, provider: string, { reference }: KnownEvent): Promise<boolean> {
  return (await readAttempt(service, reference))?.provider === provider;
}

async function handle(
  settings: Settings,
  service: Db,
  provider: string,
  event: KnownEvent,
): Promise<string> {
  const message = { ...event, provider };
  switch (event.kind) {
    case 'paid':
      return settlePayment(service, { ...event, provider });
    case 'ended':
      await noteEvent(service, message);
      if (!(await isOwn(service, provider, event))) return 'unknown';
      await failAttempt(service, event.reference, event.detail);
      return 'failed';
    case 'refund': {
      const settled = await settleRefund(service, { ...event, provider });
      if (settled !== 'ambiguous') return settled;
      return followRefunds(settings, service, event.reference);
    }
    case 'refunds':
      await noteEvent(service, message);
      if (!(await isOwn(service, provider, event))) return 'unknown';
      return followRefunds(settings, service, event.reference);
    case 'dispute':
      return noteDispute(service, message, event.dispute);
  }
}

/** Handles a message of a provider. One of test mode in a live shop, or the reverse, is kept and settles nothing. */
export async function takeEvent(
  settings: Settings,
  provider: string,
  { result, event }: Exclude<WebhookReading, { result: 'refused' }>,
): Promise<string> {
  if (event.kind === 'other') return 'ignored';
  const service = connectAsService(settings);
  if (result === 'otherMode') {
    await noteEvent(service, { ...event, key: `other_mode:${event.key}`, provider });
    return 'other_mode';
  }
  const done = await handle(settings, service, provider, event);
  sendMailsSoon(settings);
  return done;
}

import { refreshCurrency } from '../queries/currency.ts';
import { inBackground } from '../background.ts';
import { messages } from '../messages.ts';
import { connectAsService, type Db } from '../queries/database.ts';
import { claimMails, finishMail } from '../queries/mail.ts';
import type { ClaimedMail } from '../queries/mail-rows.ts';
import { readShop } from '../queries/shop.ts';
import { readTimeZone } from '../queries/time-zone.ts';
import type { MailContext } from './content.ts';
import type { Settings } from '../settings.ts';
import type { Transport } from './transport.ts';

/** So many are sent at the same time, and so many batches in one run. */
const [batchSize, maxBatches] = [5, 100];
/** Between two batches, so that orders are not slower for the mails of others, and providers do not refuse them. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 500));

export interface MailCounts {
  sent: number;
  failed: number;
}

/** Loaded at the first mail: most requests send none. */
async function openFor({ mail }: Settings): Promise<Transport | null> {
  return mail && (await import('./transport.ts')).openTransport(mail);
}

interface Sending extends Pick<MailContext, 'shop' | 'timeZone'> {
  service: Db;
  transport: Transport | null;
}

/** Sends one mail and notes the result. Never throws for a mail that could not be sent. */
async function deliver(
  settings: Settings,
  { service, transport, ...about }: Sending,
  mail: ClaimedMail,
): Promise<boolean> {
  if (!transport) {
    await finishMail(service, mail.id, { reason: messages.mail.noAddress, isFinal: true });
    return false;
  }
  try {
    const [{ renderMail }, { orderLink }, links, { accountLink }] = await Promise.all([
      import('./render.tsx'),
      import('./order-link.ts'),
      import('./invitation-link.ts'),
      import('./account-content.ts'),
    ]);
    let joinUrl = '';
    if ('invitation' in mail.data)
      joinUrl = await links.invitationLink(mail.data.invitation, settings);
    if (mail.kind === 'guest_orders') joinUrl = await links.guestOrdersLink(mail.id, settings);
    if (mail.kind === 'account_invitation')
      joinUrl = await links.accountInvitationLink(mail.data.customer, settings);
    if ('account' in mail.data) joinUrl = accountLink(mail.data, settings);
    const orderUrl = 'created_at' in mail.data ? await orderLink(mail.data, settings) : '';
    await transport.send({
      to: mail.recipient,
      messageId: mail.message_id,
      ...renderMail(mail, { siteUrl: settings.siteUrl, orderUrl, joinUrl, ...about }),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof Error && 'isFinal' in error && error.isFinal === true;
    settings.log(JSON.stringify({ level: 'warn', event: 'mail_failed', mail: mail.id, reason }));
    await finishMail(service, mail.id, { reason, isFinal });
    return false;
  }
  await finishMail(service, mail.id, null);
  return true;
}

/** Sends the mails that are due, and notes those that the shop cannot send because it has no sender address. */
export async function sendMails(settings: Settings): Promise<MailCounts> {
  const service = connectAsService(settings);
  const counts = { sent: 0, failed: 0 };
  const transport = await openFor(settings);
  try {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const mails = await claimMails(service, batchSize);
      if (mails.length === 0) break;
      const [timeZone, shop] = await Promise.all([
        readTimeZone(service),
        readShop(service),
        refreshCurrency(service),
      ]);
      const sending = { service, transport, timeZone, shop };
      const results = await Promise.all(mails.map((mail) => deliver(settings, sending, mail)));
      for (const wasSent of results) counts[wasSent ? 'sent' : 'failed'] += 1;
      if (mails.length < batchSize) break;
      await pause();
    }
  } finally {
    transport?.close();
  }
  return counts;
}

let [asked, isRunning] = [0, false];

async function sendUntilDone(settings: Settings): Promise<void> {
  let seen = 0;
  do {
    await pause();
    seen = asked;
    await sendMails(settings);
  } while (seen !== asked);
}

/** Sends what a request has queued, after its response. What fails here is sent by the scheduled task. */
export function sendMailsSoon(settings: Settings): void {
  if (!settings.mail) return;
  asked += 1;
  if (isRunning) return;
  isRunning = true;
  const sending = sendUntilDone(settings)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      settings.log(JSON.stringify({ level: 'warn', event: 'mails_not_sent', reason }));
    })
    .finally(() => (isRunning = false));
  inBackground(sending);
}

import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { MailRow } from '../../_shared/queries/mail-rows.ts';
import type { MailKind, MailText, MailTextUpdate, QueuedMail } from '../../_shared/schemas/mail.ts';
import { notFound } from '../errors.ts';
import { assignments } from './assignments.ts';
import { toTime } from './to-time.ts';

const columns = sql`m.id, m.kind, m.recipient, m.state, m.attempts, m.last_error, m.queued_at,
  m.next_try_at, m.sent_at`;

function toMail({ id, last_error, queued_at, next_try_at, sent_at, ...rest }: MailRow): QueuedMail {
  return {
    _id: id,
    ...rest,
    error: last_error,
    queuedAt: toTime(queued_at),
    nextTryAt: toTime(next_try_at),
    sentAt: sent_at && toTime(sent_at),
  };
}

export function listMailTexts(db: Db): Promise<MailText[]> {
  return db.query(sql`select kind, subject, opening from public.mail_texts order by kind`);
}

export async function changeMailText(
  db: Db,
  kind: MailKind,
  { subject, opening }: MailTextUpdate,
): Promise<MailText> {
  const changed = await db.query<MailText>(sql`
    update public.mail_texts set ${assignments({ subject, opening })}
    where kind = ${kind}::public.mail_kind returning kind, subject, opening`);
  return single(changed);
}

/** The newest fifty. */
export async function listFailedMails(db: Db): Promise<QueuedMail[]> {
  const found = await db.query<MailRow>(sql`
    select ${columns} from public.mail_outbox m where m.state = 'failed'
    order by m.queued_at desc, m.id limit 50`);
  return found.map(toMail);
}

/** The mails about an order, newest first. */
export async function listOrderMails(db: Db, orderId: string): Promise<QueuedMail[]> {
  const found = await db.query<MailRow>(sql`
    select ${columns} from public.mail_outbox m where m.order_id = ${orderId}
    order by m.queued_at desc, m.id`);
  return found.map(toMail);
}

/** @throws ApiError 404 */
export async function sendMailAgain(db: Db, id: string): Promise<void> {
  const found = await db.call('office.send_mail_again', { p_id: id });
  if (!found) throw notFound('Mail');
}

import { z } from 'zod';
import { changesOf, id, requiredText, visibleText } from './common.ts';

/** With a link that works once and for an hour. */
const oneTimeKinds = ['account_confirmation', 'password_reset', 'email_change'] as const;
/** What the auth server mails. */
export const accountKinds = [...oneTimeKinds, 'email_changed', 'password_changed'] as const;
export const mailKinds = [
  'order_placed',
  'order_to_transfer',
  'transfer_ended',
  'transfer_part',
  'order_on_delivery',
  'order_paid_on_delivery',
  'order_on_terms',
  'order_paid',
  'parcel_sent',
  'order_refunded',
  'return_requested',
  'return_approved',
  'return_refused',
  'company_approved',
  'company_refused',
  'company_invitation',
  'guest_orders',
  'account_invitation',
  'back_in_stock',
  'shop_opened',
  ...accountKinds,
  'message_answered',
  'quote_offered',
  'quote_answered',
  'order_to_pay',
  'order_paid_by_transfer',
  'exchange_to_pay',
  'exchange_confirmed',
  'exchange_ended',
] as const;
export type MailKind = (typeof mailKinds)[number];
export const mailKind = z.enum(mailKinds);
export const isAccountKind = (kind: MailKind): kind is (typeof accountKinds)[number] =>
  accountKinds.some((it) => it === kind);
export const canBeSentAgain = (kind: MailKind): boolean => !oneTimeKinds.some((it) => it === kind);

const subject = requiredText(150).refine((it) => !/[\r\n]/.test(it), 'One line only');

/** Texts of an email. `{name}`, `{number}`, `{product}` and `{company}` stand for what the mail is about, `{shop}` for the shop's name. */
export const mailTextInput = z.object({ subject, opening: visibleText(2000) });
export type MailTextInput = z.output<typeof mailTextInput>;
/** `PUT /mail/texts/{kind}` */
export const mailTextUpdate = changesOf(mailTextInput);
export type MailTextUpdate = z.output<typeof mailTextUpdate>;

/** The body of `POST /mail/preview`. */
export const mailPreviewInput = mailTextInput.extend({ kind: mailKind });

export const mailText = z.object({ kind: mailKind, subject: z.string(), opening: z.string() });
export type MailText = z.infer<typeof mailText>;

/** A mail that was queued. `error` is why the last attempt failed, or ''. */
export const queuedMail = z.object({
  _id: id,
  kind: mailKind,
  recipient: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  attempts: z.int(),
  error: z.string(),
  queuedAt: z.string(),
  nextTryAt: z.string(),
  sentAt: z.string().nullable(),
});
export type QueuedMail = z.infer<typeof queuedMail>;

/** `from` is the sender address; null while the shop sends no mail. `failed` are the newest mails that were given up. */
export const mailReply = z.object({
  from: z.string().nullable(),
  texts: z.array(mailText),
  failed: z.array(queuedMail),
});
export type MailReply = z.infer<typeof mailReply>;
export const mailTextReply = z.object({ message: z.string(), text: mailText });
/** A mail as it is sent: HTML, and the same as plain text. */
export const mailPreviewReply = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type MailPreview = z.infer<typeof mailPreviewReply>;

import type { Tables } from '../database.types.ts';
import type { accountKinds } from '../schemas/mail.ts';
import type { OrderRow } from './order-rows.ts';

export type MailRow = Pick<
  Tables<'mail_outbox'>,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'state'
  | 'attempts'
  | 'last_error'
  | 'queued_at'
  | 'next_try_at'
  | 'sent_at'
>;

interface MailBasics {
  id: string;
  recipient: string;
  message_id: string;
  subject: string;
  opening: string;
}
interface QuoteBasics {
  name: string;
  quote: string;
  number: string;
}
interface QuotedLine {
  title: string;
  /** Missing in mails of older offers. */
  sku?: string;
  size: string | null;
  color: string | null;
  quantity: number;
  price: number;
}
/** In units of its currency; without lines it is an amount. */
export interface MailedRefund {
  amount: number;
  shipping: number;
  currency: string;
  lines: { item: string; quantity: number }[];
}
/** What the auth server says of an account, whose address may be '' (a visitor without an account who asks for one). */
export interface MailedAccount {
  account: string;
  newEmail?: string;
  oldEmail?: string;
  /** With `action` and `redirectTo` the link of the mail; none where a change is only told. */
  token?: string;
  action: string;
  redirectTo: string;
}
/** A mail to send; `data` is the order, or what was queued with the mail. */
export type ClaimedMail = MailBasics &
  (
    | {
        kind:
          | 'order_placed'
          | 'order_on_terms'
          | 'order_paid'
          | 'order_to_pay'
          | 'order_paid_by_transfer'
          | 'order_to_transfer'
          | 'transfer_ended'
          | 'transfer_part'
          | 'order_on_delivery'
          | 'order_paid_on_delivery'
          | 'exchange_to_pay'
          | 'exchange_confirmed'
          | 'exchange_ended';
        data: OrderRow;
      }
    | { kind: 'order_refunded'; data: OrderRow & { refund: MailedRefund } }
    | { kind: 'parcel_sent'; data: OrderRow & { parcel: string } }
    | {
        kind: 'return_requested' | 'return_approved' | 'return_refused';
        data: OrderRow & { return: string };
      }
    | { kind: 'company_approved' | 'company_refused'; data: { name: string; company: string } }
    | {
        kind: 'company_invitation';
        data: { invitation: string; company: string; invitedBy: string };
      }
    | { kind: 'guest_orders'; data: { name: string } }
    | { kind: 'account_invitation'; data: { customer: string; name: string; email: string } }
    | { kind: 'shop_opened'; data: object }
    | { kind: (typeof accountKinds)[number]; data: MailedAccount }
    | {
        kind: 'back_in_stock';
        data: { productId: string; product: string; size: string | null; color: string | null };
      }
    | { kind: 'quote_answered'; data: QuoteBasics & { text: string } }
    | {
        kind: 'quote_offered';
        data: QuoteBasics & { endsAt: string; note: string; lines: QuotedLine[] };
      }
    | { kind: 'message_answered'; data: { name: string; message: string; answer: string } }
  );

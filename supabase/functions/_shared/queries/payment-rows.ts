import type { Tables } from '../database.types.ts';
import type { TransferFate } from '../schemas/transfers.ts';

/* Payments as the database returns them. */

export type RefundRow = Pick<
  Tables<'refunds'>,
  'id' | 'reference' | 'status' | 'note' | 'amount_minor' | 'currency'
>;

export type PaymentMethodRow = Tables<'payment_methods'>;

export type AttemptRow = Pick<
  Tables<'payment_attempts'>,
  | 'reference'
  | 'order_id'
  | 'amount_minor'
  | 'currency'
  | 'authorization_url'
  | 'status'
  | 'created_at'
  | 'provider'
  | 'provider_id'
>;

export type EventRow = Pick<
  Tables<'payment_events'>,
  'event' | 'reference' | 'amount_minor' | 'created_at'
>;

export type Settlement = 'paid' | 'already_paid' | 'held' | 'unknown';

/** What `match_transfers` and `book_transfers` return of a line; nulls where there is no order. */
export interface MatchedTransfer {
  row: number;
  fate: TransferFate;
  order: string | null;
  number: string | null;
  due: number | null;
  currency: string | null;
}

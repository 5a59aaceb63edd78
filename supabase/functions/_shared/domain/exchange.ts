import type { Fulfilment } from './fulfilment.ts';
import type { OrderStatus } from './order-status.ts';

export interface ExchangeState {
  readonly status: OrderStatus;
  readonly fulfilment: Fulfilment;
  /** What there is to pay for it. */
  readonly total: number;
  /** Whether it can be paid now. */
  readonly payable: boolean;
  /** Whether it is sent once the return is approved. */
  readonly atOnce: boolean;
}

/** Whether the pieces of a return are, or were, replaced; else they are refunded. */
export const isExchanged = (exchange: Pick<ExchangeState, 'status'> | null): boolean =>
  exchange !== null && exchange.status !== 'Cancelled';

/** What a difference in price means for the customer; empty where there is none. */
export function differenceText(difference: number, money: (amount: number) => string): string {
  if (difference === 0) return '';
  return difference > 0 ? `you pay ${money(difference)}` : `we refund ${money(-difference)}`;
}

/** Where an exchange stands, and what comes next. `until` is its last day in words, empty where none is set. */
export function exchangeText(
  { status, fulfilment, total, payable, atOnce }: ExchangeState,
  until: string,
  money: (amount: number) => string,
): string {
  if (status === 'Cancelled') return 'Cancelled. What you send back is refunded.';
  if (status === 'Refunded') return 'Refunded.';
  if (status !== 'Pending') {
    if (fulfilment === 'sent' || fulfilment === 'delivered') return 'Sent.';
    return 'We are preparing it.';
  }
  const pay = `the difference of ${money(total)}`;
  if (payable) return `Please pay ${pay}${until && ` by ${until}`}. Then we will send it.`;
  const when = atOnce ? 'we have approved your request' : 'your pieces have arrived';
  const held = until ? `Held for you until ${until}.` : 'Held for you.';
  return `${held} We will send it when ${when}${total > 0 ? ` and you have paid ${pay}` : ''}.`;
}

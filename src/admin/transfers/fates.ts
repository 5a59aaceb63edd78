import { shopCurrency } from '#shared/domain/currency.ts';
import { formatPrice } from '#shared/domain/money.ts';
import {
  bookableFates,
  type BankColumns,
  type TransferFate,
  type TransferLine,
} from '#shared/schemas/transfers.ts';

export type BookableFate = (typeof bookableFates)[number];

/** What can be recorded of a line; undefined for one of which nothing can. */
export const bookableFate = ({ fate }: TransferLine): BookableFate | undefined =>
  bookableFates.find((it) => it === fate);

const fates: Readonly<Record<Exclude<TransferFate, 'part' | 'more'>, string>> = {
  exact: 'Exact',
  now_paid: 'Recorded: the order is paid',
  now_part: 'Recorded: the rest is still due',
  now_held: 'Recorded, but the pieces were sold meanwhile: the order is held',
  failed: 'Not recorded: the order could not take it. Please try it on the order itself',
  booked: 'Already recorded',
  several: 'Several orders: please record it on the orders themselves',
  unknown: 'No order found',
  cancelled: 'The order is cancelled: please transfer the money back',
  paid: 'The order is paid already: please check whether to transfer the money back',
  not_awaited: 'The order does not wait for a bank transfer',
  currency: 'Another currency than the order has',
  outgoing: 'Not incoming',
  unreadable: 'The amount cannot be read',
};

/** What a line does, or has done. */
export function fateText({ fate, amount, order }: TransferLine): string {
  if (fate !== 'part' && fate !== 'more') return fates[fate];
  const { due, currency } = order ?? { due: 0, currency: shopCurrency() };
  const money = (value: number) => formatPrice(value, currency);
  return fate === 'part'
    ? `Part: ${money(amount ?? 0)} of ${money(due)}`
    : `Too much: ${money((amount ?? 0) - due)} more than due`;
}

/** Those of which something can be recorded, or was, come first, and then those that somebody should look at. */
export function rankOf({ fate }: TransferLine): number {
  if (fate.startsWith('now_') || fate === 'exact') return 0;
  if (fate === 'part' || fate === 'more' || fate === 'failed') return 1;
  return ['booked', 'outgoing'].includes(fate) ? 3 : 2;
}

/** Whether a column is missing without which no line can be matched. */
export const lacksColumns = ({ date, amount, text }: BankColumns): boolean =>
  [date, amount, text].includes(null);

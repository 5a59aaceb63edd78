import { priceIn } from '../domain/money.ts';
import { exchangeText } from '../domain/exchange.ts';
import { longDay } from '../domain/shop-time.ts';
import type { OrderRow, ReturnRow } from '../queries/order-rows.ts';
import { choice, joined } from './lines.ts';

interface Fact {
  label: string;
  value: string;
}

/** What replaces the pieces of a return, when it is sent and what it costs. */
export function exchangeFacts(
  order: OrderRow,
  back: ReturnRow | undefined,
  timeZone: string,
): Fact[] {
  if (!back?.exchange || back.status === 'refused') return [];
  const { at_once: atOnce, lines, ...exchange } = back.exchange;
  const money = priceIn(order.currency);
  const titles = new Map(order.order_items.map(({ id, title }) => [id, title]));
  const got = lines.map(
    ({ item, quantity, color, size }) =>
      `${quantity} × ${joined(titles.get(item) ?? '', choice(color, size))}`,
  );
  const until = back.exchange_until ? longDay(timeZone, new Date(back.exchange_until)) : '';
  const cheaper = lines.reduce((sum, it) => sum + it.cheaper_by, 0);
  return [
    { label: 'In exchange', value: got.join('\n') },
    { label: 'Exchange', value: exchangeText({ ...exchange, atOnce }, until, money) },
    { label: 'Difference', value: cheaper > 0 ? `We will refund ${money(cheaper)}` : '' },
  ];
}

/** What an order replaces, and by when it is to be paid; nothing for other orders. */
export function replacedFacts({ exchange, status }: OrderRow, timeZone: string): Fact[] {
  if (!exchange) return [];
  const { lines, number, until, payable } = exchange;
  const payBy = status === 'Pending' && payable && until;
  return [
    {
      label: 'Instead of',
      value: lines.map((it) => choice(it.color, it.size)).join('\n'),
    },
    { label: 'Returned from', value: `Order ${number}` },
    ...(payBy ? [{ label: 'Pay by', value: longDay(timeZone, new Date(payBy)) }] : []),
  ];
}

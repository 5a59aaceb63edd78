import { exchangeText } from '#shared/domain/exchange.ts';
import { priceIn } from '#shared/domain/money.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';
import { choiceOf } from '../ui/line-choice.ts';

type Exchanged = Pick<
  LinkedOrder,
  'exchange' | 'status' | 'fulfilment' | 'totalPrice' | 'currency'
>;

/** What an order replaces, and when it is sent; renders nothing for others. `page` is that of the returned order. */
export function ExchangeNote({
  order,
  page,
}: {
  readonly order: Exchanged;
  readonly page?: string;
}) {
  const { exchange, status, fulfilment, totalPrice: total } = order;
  if (!exchange) return null;
  const { number, lines, until } = exchange;
  return (
    <p>
      In exchange for {lines.map((it) => choiceOf(it)).join('; ')} of{' '}
      {page ? <a href={page}>order {number}</a> : `order ${number}`}.{' '}
      {exchangeText(
        { ...exchange, status, fulfilment, total },
        until ? formatDate(until) : '',
        priceIn(order.currency),
      )}
    </p>
  );
}

import { priceIn } from '#shared/domain/money.ts';
import { includedTax, sumRows } from '#shared/domain/order-sums.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import style from './OrderParts.module.css';

type Sums = Parameters<typeof sumRows>[0] &
  Pick<LinkedOrder, 'totalPrice' | 'refunded' | 'currency'>;

/** What an order costs, and what was refunded of it. */
export function OrderSums({ order }: { readonly order: Sums }) {
  const money = priceIn(order.currency);
  const rows = [
    ...sumRows(order, money),
    { name: 'Total', value: money(order.totalPrice) },
    ...(order.refunded > 0 ? [{ name: 'Refunded', value: money(order.refunded) }] : []),
  ];
  const tax = includedTax(order, money);
  return (
    <>
      <dl className={style.sums}>
        {rows.map(({ name, value }) => (
          <div key={name} data-name={name}>
            <dt>{name}</dt>
            <dd className="price">{value}</dd>
          </div>
        ))}
      </dl>
      {tax && <p className="field__hint">{tax}</p>}
    </>
  );
}

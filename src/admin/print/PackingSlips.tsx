import { deliveryLines } from '#shared/domain/address.ts';
import type { Slips } from '#shared/schemas/admin-orders.ts';
import sheet from '../../invoice/Invoice.module.css';
import { choiceOf } from '../../ui/line-choice.ts';
import { shopName } from '../../ui/shop-name.ts';
import { formatDate } from '../../ui/format.ts';
import { slipsOf, type Chosen, type Slip } from './slips.ts';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';

interface PackingSlipsProps {
  readonly slips: Slips;
  readonly chosen: readonly Chosen[];
}

/** One sheet per parcel, without prices, because it is shipped with the goods. */
export function PackingSlips({ slips: { orders, skus }, chosen }: PackingSlipsProps) {
  const byId = new Map(orders.map((it) => [it._id, it]));
  const all = chosen.flatMap(({ order, parcel }) => {
    const found = byId.get(order);
    return found ? slipsOf(found, parcel) : [];
  });
  return all.map((slip) => <PackingSlip key={slip.key} slip={slip} skus={skus} />);
}

function PackingSlip({ slip, skus }: { readonly slip: Slip; readonly skus: Slips['skus'] }) {
  const { order, parcel, lines } = slip;
  return (
    <article className={`${sheet.invoice} print-sheet`}>
      <header>
        <h1>Packing slip</h1>
        <p className={sheet.shop}>{shopName()}</p>
      </header>
      <dl className={sheet.facts}>
        <div>
          <dt>Order</dt>
          <dd>
            {order.number}
            <small>{formatDate(order.createdAt)}</small>
            {order.poNumber && <small>Your order {order.poNumber}</small>}
            {parcel && <small>{parcel}</small>}
          </dd>
        </div>
        <div>
          <dt>Deliver to</dt>
          {deliveryLines(order).map((it, i) => (
            // State and country may have the same name.
            <dd key={i}>{it}</dd>
          ))}
        </div>
      </dl>
      {order.gift?.message && <p className="print-message">{order.gift.message}</p>}
      <table>
        <ColumnHeads names={['Item', 'SKU', 'Quantity']} />
        <tbody>
          {lines.map(({ line, quantity }) => (
            <tr key={line._id}>
              <td>
                {line.title}
                <small>{choiceOf(line)}</small>
              </td>
              <td className="print-sku">{skus[line._id]}</td>
              <td>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

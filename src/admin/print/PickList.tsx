import { printMessages } from '#shared/order-messages.ts';
import type { Slips } from '#shared/schemas/admin-orders.ts';
import sheet from '../../invoice/Invoice.module.css';
import { choiceOf } from '../../ui/line-choice.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { picksOf } from './slips.ts';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';

/** The items to pick for many orders. */
export function PickList({ slips }: { readonly slips: Slips }) {
  const picks = picksOf(slips);
  if (picks.length === 0) return <p>{printMessages.nothingToPick}</p>;
  return (
    <div className={sheet.invoice}>
      <table className="pick-list">
        <ColumnHeads names={['Item', 'Quantity', 'Orders']} />
        <tbody>
          {picks.map(({ key, line, sku, picture, quantity, orders }) => (
            <tr key={key}>
              <td>
                <div className="pick-list__item">
                  {picture && <img src={pictureUrl(picture, 160)} alt="" width="40" height="50" />}
                  <span>
                    {line.title}
                    <small>{choiceOf(line)}</small>
                    <small>{sku}</small>
                  </span>
                </div>
              </td>
              <td>{quantity}</td>
              <td>
                {orders.map((it) => (
                  <span className="pick-list__order" key={it.number}>
                    {it.number}
                    {it.quantity > 1 && ` × ${it.quantity}`}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

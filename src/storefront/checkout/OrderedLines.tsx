import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import { includedTax, paperName, sumRows } from '#shared/domain/order-sums.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { routes } from '../../routes.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { choiceOf, linePicture } from '../../ui/line-choice.ts';
import { Sums } from '../cart/Sums.tsx';
import style from '../cart/Summary.module.css';
import ordered from './OrderedLines.module.css';

/** The ordered lines at their prices, with a link to the invoice. */
export function OrderedLines({ order }: { order: Order }) {
  return (
    <section className={style.summary} aria-labelledby="ordered-lines">
      <h2 id="ordered-lines">Your order</h2>
      <ul className={style.lines}>
        {order.products.map((line) => {
          const picture = linePicture(line);
          const choice = choiceOf(line);
          return (
            <li key={line._id}>
              <span className={ordered.line}>
                <span className={ordered.picture}>
                  {picture && <img src={pictureUrl(picture, 160)} alt="" width="64" height="80" />}
                </span>
                <span>
                  {line.title} <span className={style.times}>× {line.quantity}</span>
                  {choice && <small>{choice}</small>}
                  {order.company && <small>{line.sku}</small>}
                </span>
              </span>
              <span className="price">{formatPrice(lineTotal(line.unitPrice, line.quantity))}</span>
            </li>
          );
        })}
      </ul>
      <Sums
        rows={sumRows(order, formatPrice)}
        total={formatPrice(order.totalPrice)}
        note={includedTax(order, formatPrice)}
      />
      <p>
        <a className="lone-link" href={routes.userInvoice(order._id)}>
          {paperName(order)}
        </a>
      </p>
    </section>
  );
}

import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { lineHref } from '../../order/line-href.ts';
import { OrderSums } from '../../order/OrderSums.tsx';
import { choiceOf, linePicture, nameOfLine } from '../../ui/line-choice.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import style from './OrderPage.module.css';
import { ReorderButton } from './ReorderButton.tsx';

/** The lines of an order with links to their products, and what they cost. */
export function OrderItems({ order }: { readonly order: Order }) {
  const delivered = new Set(
    order.parcels.flatMap((it) => (it.deliveredAt ? it.lines.map(({ line }) => line) : [])),
  );
  return (
    <section>
      <h3>Items</h3>
      <ul className={style.items}>
        {order.products.map((line) => (
          <Item
            key={line._id}
            line={line}
            currency={order.currency}
            sku={order.company ? line.sku : ''}
            ordered={order.status !== 'Pending'}
            delivered={delivered.has(line._id)}
          />
        ))}
      </ul>
      <OrderSums order={order} />
    </section>
  );
}

interface ItemProps {
  readonly line: Order['products'][number];
  readonly currency: string;
  readonly sku: string;
  /** Whether it can be bought again: what is not paid yet is in the cart. */
  readonly ordered: boolean;
  readonly delivered: boolean;
}

function Item({ line, currency, sku, ordered, delivered }: ItemProps) {
  const picture = linePicture(line);
  const href = lineHref(line);
  const facts = [
    choiceOf(line),
    sku && `SKU ${sku}`,
    `${line.quantity} × ${formatPrice(line.unitPrice, currency)}`,
    line.refunded > 0 && `${line.refunded} refunded`,
  ].filter((it) => it);
  return (
    <li>
      <a className={style.picture} href={href} tabIndex={-1} aria-hidden="true">
        {picture && <img src={pictureUrl(picture, 160)} alt="" width="80" height="100" />}
      </a>
      <div className={style.words}>
        <p className={style.title}>{href ? <a href={href}>{line.title}</a> : line.title}</p>
        {facts.map((it) => (
          <p key={String(it)}>{it}</p>
        ))}
      </div>
      <span className="price">
        {formatPrice(lineTotal(line.unitPrice, line.quantity, currency), currency)}
      </span>
      {href && ordered && (
        <div className={style.itemActions}>
          <ReorderButton lines={[line]} label="Buy again" name={nameOfLine(line)} />
          {delivered && (
            <a
              className="lone-link"
              href={`${href}#reviews`}
              aria-label={`Write a review: ${line.title}`}
            >
              Write a review
            </a>
          )}
        </div>
      )}
    </li>
  );
}

import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import { formatAgo } from '../ui/format-ago.ts';
import { formatDay } from '../ui/format.ts';
import { choiceOf, linePicture, nameOfLine } from '../ui/line-choice.ts';
import { pictureUrl } from '../ui/picture-url.ts';
import { wayOf, type WayOrder } from './order-way.ts';
import style from './OrderParts.module.css';

/** The progress of an order, from placed to delivered. */
export function OrderWay({ order }: { readonly order: WayOrder }) {
  return (
    <ol className={style.way} aria-label="How far the order is">
      {wayOf(order).map(({ name, done, at }) => (
        <li key={name} data-done={done || undefined}>
          {name}
          {at && <time dateTime={at}>{formatDay(at)}</time>}
          {!done && <span className="visually-hidden"> not yet</span>}
        </li>
      ))}
    </ol>
  );
}

type WithParcels = Pick<LinkedOrder, 'parcels'> & {
  readonly products: readonly (Line & { readonly _id: string })[];
};

/** The parcels of an order with tracking links, and with their contents if there are several. */
export function Parcels({ order }: { readonly order: WithParcels }) {
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const { parcels } = order;
  return (
    <ul className={style.parcels}>
      {parcels.map(({ _id, status, carrier, trackingNumber, trackingUrl, lines, ...at }) => (
        <li key={_id}>
          {fulfilmentLabels[status]} {formatAgo(at.deliveredAt ?? at.sentAt ?? at.createdAt)}
          {carrier && ` with ${carrier}`}
          {trackingUrl ? (
            <a href={trackingUrl}>{trackingNumber || 'Follow it'}</a>
          ) : (
            trackingNumber && `, ${trackingNumber}`
          )}
          {parcels.length > 1 && (
            <small>{lines.map((it) => `${it.quantity} × ${names.get(it.line)}`).join('; ')}</small>
          )}
        </li>
      ))}
    </ul>
  );
}

type Line = Pick<LinkedOrder['products'][number], 'title' | 'quantity' | 'size' | 'color'> & {
  readonly product: { readonly images: readonly string[] } | null;
};

/** An item of an order with its picture, and the SKU where it is given. */
export function OrderLine({ line, sku = '' }: { readonly line: Line; readonly sku?: string }) {
  const picture = linePicture(line);
  return (
    <span className={style.line}>
      <span className={style.picture}>
        {picture && <img src={pictureUrl(picture, 160)} alt="" width="40" height="50" />}
      </span>
      <span>
        {[`${line.title} × ${line.quantity}`, choiceOf(line), sku].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}

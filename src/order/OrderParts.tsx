import { exchangeText, isExchanged } from '#shared/domain/exchange.ts';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { returnLabels } from '#shared/domain/return-status.ts';
import { sendingRows } from '#shared/domain/sending.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import { formatDate, formatDay } from '../ui/format.ts';
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

interface WithLines {
  readonly products: readonly (Line & { readonly _id: string })[];
}

/** The parcels of an order with tracking links, and with their contents if there are several. */
export function Parcels({ order }: { readonly order: WithLines & Pick<LinkedOrder, 'parcels'> }) {
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const { parcels } = order;
  return (
    <ul className={style.parcels}>
      {parcels.map(({ _id, status, carrier, trackingNumber, trackingUrl, lines, ...at }) => (
        <li key={_id}>
          {fulfilmentLabels[status]} on {formatDate(at.deliveredAt ?? at.sentAt ?? at.createdAt)}
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

interface ReturnsProps {
  readonly order: WithLines & Pick<LinkedOrder, 'returns'>;
  /** The pages of the orders that replace returned pieces, by their number. */
  readonly pages?: ReadonlyMap<string, string>;
}

/** The returns of an order: what comes back and what for, where it stands, and how an approved one is to be sent. */
export function Returns({ order, pages }: ReturnsProps) {
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  return (
    <ul className={style.returns}>
      {order.returns.map(({ _id, status, note, lines, sendBy, sending, exchange, ...at }) => (
        <li key={_id}>
          {status === 'refunded' && isExchanged(exchange)
            ? 'Exchanged'
            : `Return ${returnLabels[status].toLowerCase()}`}{' '}
          on {formatDate(at.refundedAt ?? at.receivedAt ?? at.answeredAt ?? at.requestedAt)}:{' '}
          {lines.map((it) => `${it.quantity} × ${names.get(it.line)}`).join('; ')}
          {exchange && status !== 'refused' && (
            <Exchange
              exchange={exchange}
              until={at.exchangeUntil}
              page={pages?.get(exchange.number)}
            />
          )}
          {note && <p>{note}</p>}
          {sending && (
            <dl>
              {sendingRows(sending, sendBy ? formatDate(sendBy) : '').map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ExchangeProps {
  readonly exchange: NonNullable<LinkedOrder['returns'][number]['exchange']>;
  readonly until: string | null;
  readonly page: string | undefined;
}

/** What replaces the pieces of a return, when, and what that costs. */
function Exchange({ exchange, until, page }: ExchangeProps) {
  const back = exchange.lines.reduce((sum, it) => sum + it.cheaperBy, 0);
  const isOn = isExchanged(exchange);
  return (
    <p>
      In exchange: {exchange.lines.map((it) => `${it.quantity} × ${choiceOf(it)}`).join('; ')}.{' '}
      {exchangeText(exchange, until ? formatDate(until) : '', formatPrice)}
      {isOn && back > 0 && ` We refund the difference of ${formatPrice(back)}.`}{' '}
      {page && <a href={page}>Order {exchange.number}</a>}
    </p>
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
        {[`${line.title} × ${line.quantity}`, choiceOf(line), sku && `SKU ${sku}`]
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  );
}

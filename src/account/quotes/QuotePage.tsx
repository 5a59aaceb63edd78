import { useState } from 'react';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import { includedTax, sumRows } from '#shared/domain/order-sums.ts';
import { statusLabel } from '#shared/domain/order-status.ts';
import { quoteLabels } from '#shared/domain/quote-status.ts';
import type { Quote } from '#shared/schemas/quotes.ts';
import { ownQuote } from '../../api/quotes.ts';
import { query } from '../../api/query.ts';
import { OrderLine } from '../../order/OrderParts.tsx';
import { routes } from '../../routes.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import { QuoteAnswer } from './QuoteAnswer.tsx';
import { QuoteMessages } from './QuoteMessages.tsx';
import style from './Quotes.module.css';

/** One quote: lines and prices, messages, and the form to accept it. */
export function QuotePage({ id }: { id: string }) {
  const [$quote] = useState(() => query(ownQuote(id)));
  const { body, failure } = useLoaded($quote);
  if (failure) return <LoadFailure failure={failure} path={ownQuote(id).path} />;
  return body ? <QuoteParts quote={body.quote} /> : <Spinner />;
}

function QuoteParts({ quote }: { quote: Quote }) {
  const { status, endsAt, lines, note, number, order, price } = quote;
  return (
    <div className={style.quote}>
      <header className={style.head}>
        <h2>{number}</h2>
        <p>
          <span className={style.status} data-status={status}>
            {quoteLabels[status]}
          </span>
          {endsAt && status === 'offered' && (
            <>
              {' until '}
              <time dateTime={endsAt}>{formatDateAndTime(endsAt)}</time>
            </>
          )}
        </p>
      </header>
      {status === 'requested' && (
        <p className="field__hint">
          These are today’s prices. We will email you when our offer is ready.
        </p>
      )}
      {note && <p className={style.note}>{note}</p>}
      <ul className={style.lines} aria-label="Products">
        {lines.map((line) => (
          <li key={line._id}>
            <OrderLine line={line} sku={line.sku} />
            <span className={style.prices}>
              <small>{formatPrice(line.unitPrice)} each</small>
              <span className="price">{formatPrice(lineTotal(line.unitPrice, line.quantity))}</span>
            </span>
          </li>
        ))}
      </ul>
      {price && (
        <dl className={style.sums}>
          {price.delivered &&
            sumRows(price, formatPrice).map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          <div className={style.total}>
            <dt>Total</dt>
            <dd className="price">{formatPrice(price.total)}</dd>
          </div>
        </dl>
      )}
      {price && includedTax(price, formatPrice) && (
        <p className="field__hint">{includedTax(price, formatPrice)}</p>
      )}
      {order && (
        <p>
          Your order {order.number} is {statusLabel(order.status).toLowerCase()}.{' '}
          <a href={order.status === 'Pending' ? routes.pendingOrders() : routes.userOrders()}>
            See your orders
          </a>
        </p>
      )}
      <Notice>{!order && price?.deliveryProblem}</Notice>
      <QuoteAnswer quote={quote} />
      <QuoteMessages quote={quote} />
    </div>
  );
}

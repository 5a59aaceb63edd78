import { formatPrice } from '#shared/domain/money.ts';
import { quoteLabels } from '#shared/domain/quote-status.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { ownQuotes, type QuotesPart } from '../../api/quotes.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { formatDate, formatDateAndTime } from '../../ui/format.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useParts } from '../use-parts.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './Quotes.module.css';

const first = ownQuotes();
const $first = query(first);

/** The quotes of the shopper's company, newest first. */
export function QuoteList() {
  const { body, failure } = useLoaded($first);
  if (failure) return <LoadFailure failure={failure} path={first.path} />;
  // Starts over when the list has changed.
  return body ? <Quotes key={body.quotes[0]?._id} first={body} /> : <Spinner />;
}

function Quotes({ first }: { first: QuotesPart }) {
  const { items, list, showMore } = useParts(first, {
    itemsOf: ({ quotes }) => quotes,
    after: ({ next }) => (next ? ownQuotes(next) : null),
  });
  if (items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{quoteMessages.none}</p>
        <p>Request one from the cart.</p>
        <a className="button button--quiet" href={routes.cart()}>
          Go to the cart
        </a>
      </div>
    );
  }
  return (
    <>
      <ul className={style.list} ref={list}>
        {items.map(({ _id, number, status, goods, endsAt, createdAt }) => (
          <li key={_id} tabIndex={-1}>
            <a className="lone-link" href={companyRoutes.userQuote(_id)}>
              {number}
            </a>
            <span className="price">{formatPrice(goods)}</span>
            <span className={style.status} data-status={status}>
              {quoteLabels[status]}
              {status === 'offered' && endsAt && ` until ${formatDateAndTime(endsAt)}`}
            </span>
            <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </li>
        ))}
      </ul>
      {showMore && <MoreButton name="Show more quotes" onMore={showMore} />}
    </>
  );
}

import { useState } from 'react';
import { formatPrice } from '#shared/domain/money.ts';
import { quoteLabels } from '#shared/domain/quote-status.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { ownQuotes, type QuotesPart } from '../../api/quotes.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { formatAgo } from '../../ui/format-ago.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useGrowingList } from '../../ui/use-growing-list.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './Quotes.module.css';

const first = ownQuotes();
const $first = query(first);

/** The quotes of the shopper's company, newest first. */
export function QuoteList() {
  const { body, failure } = useLoaded($first);
  if (failure) return <LoadFailure failure={failure} path={first.path} />;
  return body ? <Quotes first={body} /> : <Spinner />;
}

function Quotes({ first: { quotes: newest, next: more } }: { first: QuotesPart }) {
  const [later, setLater] = useState<QuotesPart>({ quotes: [], next: more });
  const quotes = [...newest, ...later.quotes];
  const { list, willGrow } = useGrowingList(quotes);
  const showMore = async (cursor: string) => {
    const reply = await ownQuotes(cursor).fetch();
    if (!reply.ok) return toastError(reply.message);
    willGrow();
    setLater({ quotes: [...later.quotes, ...reply.quotes], next: reply.next });
  };
  if (quotes.length === 0) {
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
        {quotes.map(({ _id, number, status, goods, endsAt, createdAt }) => (
          <li key={_id} tabIndex={-1}>
            <a className="lone-link" href={companyRoutes.userQuote(_id)}>
              {number}
            </a>
            <span className="price">{formatPrice(goods)}</span>
            <span className={style.status} data-status={status}>
              {quoteLabels[status]}
              {status === 'offered' && endsAt && ` until ${formatDateAndTime(endsAt)}`}
            </span>
            <time dateTime={createdAt}>{formatAgo(createdAt)}</time>
          </li>
        ))}
      </ul>
      {later.next && (
        <MoreButton name="Show more quotes" onMore={() => showMore(later.next ?? '')} />
      )}
    </>
  );
}

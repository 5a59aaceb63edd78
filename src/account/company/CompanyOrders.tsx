import { companyMessages } from '#shared/company-messages.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { CompanyOrders as Part } from '#shared/schemas/companies.ts';
import { companyOrders } from '../../api/companies.ts';
import { query } from '../../api/query.ts';
import { statusText } from '../../order/due.ts';
import { formatDate } from '../../ui/format.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useParts } from '../use-parts.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './Company.module.css';

const $orders = query(companyOrders());

/** The orders of the company, newest first: `all` of them, or only the shopper's own. */
export function CompanyOrders({ all }: { all: boolean }) {
  const { body, failure } = useLoaded($orders);
  return (
    <section aria-labelledby="company-orders">
      <h2 id="company-orders">{all ? 'Orders of all members' : 'Your orders for the company'}</h2>
      {failure && <LoadFailure failure={failure} path={companyOrders().path} />}
      {!failure && !body && <Spinner />}
      {body && <OrderList key={body.orders[0]?._id} first={body} />}
    </section>
  );
}

function OrderList({ first }: { first: Part }) {
  const { items, list, showMore } = useParts(first, {
    itemsOf: ({ orders }) => orders,
    after: ({ total }, n) => (n * first.orders.length < total ? companyOrders(n + 1) : null),
  });

  if (items.length === 0) return <p>{companyMessages.noOrders}</p>;
  return (
    <>
      <ul className={style.list} ref={list}>
        {items.map(
          ({ _id, number, buyer, createdAt, poNumber, totalPrice, currency, ...order }) => (
            <li key={_id} tabIndex={-1}>
              <p className={style.who}>
                {poNumber ? `${number} · ${poNumber}` : number}
                <small>
                  {buyer}, <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </small>
              </p>
              <p className={style.figures}>
                <span>{statusText(order)}</span>
                <span className="price">{formatPrice(totalPrice, currency)}</span>
              </p>
            </li>
          ),
        )}
      </ul>
      {showMore && <MoreButton name="Show more orders" onMore={showMore} />}
    </>
  );
}

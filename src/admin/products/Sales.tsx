import { formatPrice } from '#shared/domain/money.ts';
import type { SalesMonth } from '#shared/schemas/products.ts';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Spinner } from '../../ui/Spinner.tsx';

interface SalesProps {
  readonly fetchSales: () => Promise<Reply<{ sales: SalesMonth[] }>>;
}

const count = new Intl.NumberFormat('en-US');
const sum = (months: readonly SalesMonth[], field: 'pieces' | 'income' | 'orders') =>
  months.reduce((all, it) => all + it[field], 0);

/** What was paid for a product or a category: in all, and in each of the last twelve months that had a sale. */
export function Sales({ fetchSales }: SalesProps) {
  const [sales, setSales] = useState<readonly SalesMonth[] | 'failed' | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    let stale = false;
    void fetchSales().then((reply) => {
      if (!stale) setSales(reply.ok ? reply.sales : 'failed');
    });
    return () => {
      stale = true;
    };
  }, [fetchSales, asked]);

  return (
    <section className="panel" aria-labelledby="sales-heading">
      <h2 className="section-title" id="sales-heading">
        Sales
      </h2>
      {sales === null && <Spinner />}
      {sales === 'failed' && (
        <div role="alert">
          <p>The sales could not be loaded.</p>
          <button type="button" className="link-button" onClick={() => setAsked((it) => it + 1)}>
            Load again
          </button>
        </div>
      )}
      {sales !== null && sales !== 'failed' && <SalesFigures sales={sales} />}
    </section>
  );
}

function SalesFigures({ sales }: { readonly sales: readonly SalesMonth[] }) {
  if (sales.length === 0) return <p>Nothing was sold yet.</p>;
  const since = dayjs().subtract(11, 'month').format('YYYY-MM-01');
  const recent = sales.filter((it) => it.month >= since).toReversed();
  const most = Math.max(...recent.map((it) => it.income), 1);
  return (
    <>
      <dl className="facts">
        <dt>Income</dt>
        <dd className="price">{formatPrice(sum(sales, 'income'))}</dd>
        <dt>Pieces</dt>
        <dd>{count.format(sum(sales, 'pieces'))}</dd>
        <dt>Paid orders</dt>
        <dd>{count.format(sum(sales, 'orders'))}</dd>
      </dl>
      {recent.length > 0 && (
        <table className="sales-table">
          <caption className="label">Last twelve months</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Share</th>
              <th scope="col">Pieces</th>
              <th scope="col">Income</th>
            </tr>
          </thead>
          <tbody>
            {recent.map((it) => (
              <tr key={it.month}>
                <th scope="row">{dayjs(it.month).format('MMM YYYY')}</th>
                <td className="sales-table__bar">
                  <meter
                    min={0}
                    max={most}
                    value={it.income}
                    aria-label={`Income in ${dayjs(it.month).format('MMMM YYYY')}`}
                  />
                </td>
                <td>{count.format(it.pieces)}</td>
                <td className="price">{formatPrice(it.income)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import type { SalesMonth } from '#shared/schemas/products.ts';
import { useState } from 'react';
import type { Resource } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { formatCount, formatMonth } from '../../ui/format.ts';
import { shopDay } from '../../ui/time-zone.ts';
import { Facts } from '../listing/Facts.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import './sales.css';

type Months = readonly SalesMonth[];

const sum = (months: Months, field: 'pieces' | 'income' | 'orders') =>
  months.reduce((all, it) => all + it[field], 0);

/** The sales of a product or category: in total, and by month for the last twelve months. */
export function Sales({ of }: { readonly of: Resource<{ readonly sales: Months }> }) {
  const [$sales] = useState(() => query(of));
  return (
    <Section title="Sales" className="panel sales-section">
      <Loading loaded={useStore($sales)} path={of.path} what="sales">
        {({ sales }) => <SalesFigures sales={sales} />}
      </Loading>
    </Section>
  );
}

/** The first day of the month eleven months ago. */
function yearAgo(): string {
  const [year = 0, month = 0] = shopDay().split('-').map(Number);
  return new Date(Date.UTC(year, month - 12)).toISOString().slice(0, 10);
}

function SalesFigures({ sales }: { readonly sales: Months }) {
  if (sales.length === 0) return <p>Nothing was sold yet.</p>;
  const since = yearAgo();
  const recent = sales.filter((it) => it.month >= since).toReversed();
  const most = Math.max(...recent.map((it) => it.income), 1);
  return (
    <>
      <Facts
        facts={[
          ['Income', <span className="price">{formatPrice(sum(sales, 'income'))}</span>],
          ['Pieces', formatCount(sum(sales, 'pieces'))],
          ['Paid orders', formatCount(sum(sales, 'orders'))],
        ]}
      />
      {recent.length > 0 && (
        <table className="sales-table">
          <caption className="label">Last twelve months</caption>
          <thead className="visually-hidden">
            <tr>
              {['Month', 'Share', 'Pieces', 'Income'].map((it) => (
                <th key={it} scope="col">
                  {it}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {recent.map((it) => (
              <tr key={it.month}>
                <th scope="row">{formatMonth(it.month)}</th>
                <td className="sales-table__bar">
                  <meter
                    min={0}
                    max={most}
                    value={it.income}
                    aria-label={`Income in ${formatMonth(it.month)}`}
                  />
                </td>
                <td>{formatCount(it.pieces)}</td>
                <td className="price">{formatPrice(it.income)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

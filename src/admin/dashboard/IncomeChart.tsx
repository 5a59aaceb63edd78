import { formatPrice, formatShort } from '#shared/domain/money.ts';
import type { IncomePeriod } from '#shared/schemas/dashboard.ts';
import { formatCount, formatDay, formatMonth } from '../../ui/format.ts';
import { labelled, niceTop, sumOf } from './chart.ts';
import './income-chart.css';

interface IncomeChartProps {
  readonly income: readonly IncomePeriod[];
  readonly by: 'day' | 'month';
}

const height = 100;
const gap = 0.22;

/** A bar for each day or month; the same figures stand below as a table. */
export function IncomeChart({ income, by }: IncomeChartProps) {
  const total = sumOf(income);
  const top = niceTop(Math.max(0, ...income.map((it) => it.income)));
  const name = ({ period }: IncomePeriod) => (by === 'day' ? formatDay : formatMonth)(period);
  const label = `Income by ${by}: ${formatPrice(total.income)} in total`;
  return (
    <figure className="chart">
      <figcaption>
        <strong>{formatPrice(total.income)}</strong> paid, {formatCount(total.orders)}{' '}
        {total.orders === 1 ? 'order' : 'orders'}
      </figcaption>
      <div className="chart__plot">
        <div className="chart__scale" aria-hidden>
          {[top, top / 2, 0].map((it) => (
            <span key={it}>{formatShort(it)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${Math.max(income.length, 1)} ${height}`}
          preserveAspectRatio="none"
        >
          {income.map((it, at) => {
            const tall = (it.income / top) * height;
            return (
              <g key={it.period} className="chart__bar">
                <title>{`${name(it)}: ${formatPrice(it.income)}, ${it.orders} ${it.orders === 1 ? 'order' : 'orders'}`}</title>
                {/* The whole column responds to the pointer, however small its bar. */}
                <rect className="chart__column" x={at} y={0} width={1} height={height} />
                <rect x={at + gap / 2} y={height - tall} width={1 - gap} height={tall} />
              </g>
            );
          })}
        </svg>
      </div>
      <div className="chart__names" aria-hidden>
        {labelled(income.length, 5).map((at) => (
          <span key={at}>{income[at] && name(income[at])}</span>
        ))}
      </div>
      <details className="chart__table unfold">
        <summary>As a table</summary>
        <div className="chart__rows">
          <table>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{by === 'day' ? 'Day' : 'Month'}</th>
                <th scope="col">Orders</th>
                <th scope="col">Income</th>
              </tr>
            </thead>
            <tbody>
              {income.toReversed().map((it) => (
                <tr key={it.period}>
                  <th scope="row">{name(it)}</th>
                  <td>{it.orders}</td>
                  <td>{formatPrice(it.income)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

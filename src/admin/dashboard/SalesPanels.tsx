import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { routes } from '../../routes.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useAddress } from '../listing/address-state.ts';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { IncomeChart } from './IncomeChart.tsx';
import { RangeChoice } from './RangeChoice.tsx';
import { $sales, loadSales, readRange } from './sales.ts';

/** Income over time and what sold best in the same time. */
export function SalesPanels() {
  const { range, income, bestSellers, loading, trouble } = useStore($sales);
  const wanted = readRange(useAddress());
  return (
    <div className="sales">
      <section className="panel sales__income" aria-labelledby="income-heading">
        <h2 id="income-heading">Income</h2>
        <RangeChoice range={wanted} />
        {trouble && (
          <div className="table-failed" role="alert">
            <p>{trouble}</p>
            <button type="button" className="button button--quiet" onClick={() => void loadSales()}>
              Load again
            </button>
          </div>
        )}
        {loading ? <Spinner /> : range && <IncomeChart income={income} by={range.by} />}
      </section>
      <section className="panel" aria-labelledby="best-heading">
        <h2 id="best-heading">Best sellers</h2>
        {loading && <Spinner />}
        {!loading && bestSellers.length === 0 && (
          <p className="hint">Nothing was sold in this time.</p>
        )}
        <ol className="best-sellers">
          {bestSellers.map(({ product, title, imageUrl, pieces, income: sum }) => (
            <li key={product ?? title}>
              <Thumbnails images={imageUrl ? [imageUrl] : []} name={title} max={1} />
              {product ? (
                <a className="row-title" href={routes.adminProduct(product)}>
                  {title}
                </a>
              ) : (
                <span className="gone">{title}</span>
              )}
              <span className="best-sellers__figures">
                <span>{pieces} sold</span>
                <small>{formatPrice(sum)}</small>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { routes } from '../../routes.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/Field.tsx';
import { changeAddress, useAddress } from '../listing/address-state.ts';
import { Section } from '../listing/Section.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { CompanySales } from './CompanySales.tsx';
import { IncomeChart } from './IncomeChart.tsx';
import { RangeChoice } from './RangeChoice.tsx';
import { $sales, readRange, reloadSales } from './sales.ts';
import '../orders/order-table.css';
import './sales-panels.css';

/** Income over time, and best sellers of the same period. */
export function SalesPanels() {
  const { body, failure } = useStore($sales);
  const range = readRange(useAddress());
  const loading = !body && !failure;
  // The previous data may be of another range.
  const sold = failure ? undefined : body?.bestSellers;
  return (
    <div className="sales">
      <Section title="Income" className="panel sales__income">
        <RangeChoice range={range} />
        {(body?.hasImported ?? range.imported) && (
          <Check
            label="With orders of another shop"
            checked={range.imported === 'yes'}
            onChange={({ currentTarget: { checked } }) =>
              changeAddress({ imported: checked ? 'yes' : null })
            }
          />
        )}
        {failure && (
          <div className="table-failed" role="alert">
            <p>{failure.issues[0]?.message ?? messages.loading.failed('figures')}</p>
            <Button look="quiet" onClick={reloadSales}>
              Try again
            </Button>
          </div>
        )}
        {loading && <Spinner />}
        {body && !failure && <IncomeChart income={body.income} by={body.by} />}
      </Section>
      <Section title="Best sellers" className="panel">
        {loading && <Spinner />}
        {failure && <p className="hint">{messages.loading.failed('best sellers')}</p>}
        {sold?.length === 0 && <p className="hint">Nothing was sold in this period.</p>}
        <ol className="best-sellers">
          {sold?.map(({ product, title, imageUrl, pieces, income: sum }) => (
            <li key={product ?? title}>
              <Thumbnails images={imageUrl ? [imageUrl] : []} name={title} max={1} />
              {product ? (
                <a className="row-title" href={routes.adminProduct(product)}>
                  {title}
                </a>
              ) : (
                <span className="missing">{title}</span>
              )}
              <span className="best-sellers__figures">
                <span>{pieces} sold</span>
                <small>{formatPrice(sum)}</small>
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <CompanySales />
    </div>
  );
}

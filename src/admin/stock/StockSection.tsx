import { useStore } from '@nanostores/react';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { useState } from 'react';
import { variants as variantsOf } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { lazy } from '../forms/lazy.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import { useFragment } from '../listing/use-fragment.ts';
import { StockGlance } from './StockGlance.tsx';
import { isCounted } from './variant-fields.ts';
import './stock-section.css';

const StockForm = lazy('form', async () => (await import('./StockForm.tsx')).StockForm);

/** A summary of the stock of a product. */
function summaryOf(variants: readonly OfficeVariant[]): string {
  const counted = variants.filter(isCounted);
  const many = variants.length === 1 ? '1 size and color' : `${variants.length} sizes and colors`;
  if (counted.length === 0) return `${many}, stock is not tracked.`;
  const pieces = counted.reduce((sum, it) => sum + it.onHand, 0);
  const gone = counted.filter((it) => it.onHand <= it.held).length;
  const open = variants.length - counted.length;
  return [
    `${many}, ${formatCount(pieces)} in stock`,
    gone > 0 && `${gone} sold out`,
    open > 0 && `${open} not tracked`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.');
}

/** The sizes and colours of a product, each with its SKU and stock. */
export function StockSection({ product }: { readonly product: DetailedProduct }) {
  const of = variantsOf(product._id);
  const [$variants] = useState(() => query(of));
  const loaded = useStore($variants);
  const [isOpen, setOpen] = useState(false);
  // The grid is loaded on demand: by the button, or by a link to the stock.
  const section = useFragment('stock', () => setOpen(true));

  return (
    <div className="stock-section" id="stock" ref={section} data-open={isOpen || undefined}>
      <Section title="Sizes and stock" className="panel">
        <Loading loaded={loaded} path={of.path} what="stock">
          {({ variants }) =>
            isOpen ? (
              <StockForm product={product} variants={variants} />
            ) : (
              <>
                <div className="stock-section__summary">
                  <p>{summaryOf(variants)}</p>
                  <Button look="quiet" onClick={() => setOpen(true)}>
                    Edit sizes and stock
                  </Button>
                </div>
                {variants.some(isCounted) && <StockGlance product={product} variants={variants} />}
              </>
            )
          }
        </Loading>
      </Section>
    </div>
  );
}

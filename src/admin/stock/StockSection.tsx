import { useStore } from '@nanostores/react';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { variants as variantsOf } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { StockForm } from './StockForm.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';

/** The sizes and colours of a product, each with its SKU and stock. */
export function StockSection({ product }: { readonly product: DetailedProduct }) {
  const of = variantsOf(product._id);
  const [$variants] = useState(() => query(of));
  return (
    <Section title="Sizes and stock" className="panel product-page__whole">
      <Loading loaded={useStore($variants)} path={of.path} what="stock">
        {({ variants }) => <StockForm product={product} variants={variants} />}
      </Loading>
    </Section>
  );
}

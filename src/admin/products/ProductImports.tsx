import { EarlierImports } from './EarlierImports.tsx';
import { ImportForm } from '../import/ImportForm.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import {
  importProducts,
  importReviews,
  productColumnsOf,
  reviewColumnsOf,
} from './product-files.ts';

const productHint =
  'A CSV file of this shop, Shopify, WooCommerce, Google Merchant Center, PrestaShop or Magento, or any other table. Products are known again by id, handle or SKU; others are created. Pictures are fetched from their addresses.';

const reviewHint =
  'A CSV file of Judge.me, Shopify Product Reviews or a plugin of WooCommerce, or any other table. Products are found by handle, SKU or title. Reviews that were not published or have no words are left out, and none is added twice.';

interface ImportProps {
  readonly onDone: () => void;
}

/** Imports products, and shows what became of earlier imports. */
export function ProductImport({ onDone }: ImportProps) {
  return (
    <>
      <ImportForm
        creates
        hint={productHint}
        take={importProducts}
        describe={productColumnsOf}
        progress={(id) => <ImportProgress id={id} />}
        onDone={onDone}
      />
      <EarlierImports />
    </>
  );
}

export function ReviewImport({ onDone }: ImportProps) {
  return (
    <ImportForm
      creates
      hint={reviewHint}
      take={importReviews}
      describe={reviewColumnsOf}
      onDone={onDone}
    />
  );
}

import { Button } from '../../ui/Button.tsx';
import { ImportForm } from '../import/ImportForm.tsx';
import { exportStock, importStock } from './product-files.ts';

const hint =
  'A CSV file with the columns of either export. Columns that are left out stay unchanged. Rows are matched by SKU. Sales since the export are taken into account.';

/** Export and import of stock, one row per size and colour. */
export function StockFiles({ onDone }: { readonly onDone: () => void }) {
  return (
    <>
      <p className="hint">One row for each size and color of the products that match the search.</p>
      <p className="stock-files">
        <Button look="quiet" onClick={() => exportStock()}>
          Export all columns
        </Button>
        <Button look="quiet" onClick={() => exportStock('stock')}>
          Export SKU and stock
        </Button>
      </p>
      <ImportForm hint={hint} take={importStock} onDone={onDone} />
    </>
  );
}

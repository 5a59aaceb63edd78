import { messages } from '#shared/messages.ts';
import { exportPrices, importPrices } from '../../api/admin-price-lists.ts';
import { Button } from '../../ui/Button.tsx';
import { saveReply } from '../listing/save-reply.ts';
import { ImportForm } from '../import/ImportForm.tsx';
import { importWith } from '../import/import-file.ts';

const hint =
  'A CSV file with the columns of the export. Rows are matched by SKU, or by product for all its sizes and colors. A blank price removes a price from the list. Prices that are not in the file stay unchanged.';

interface PriceFilesProps {
  readonly list: string;
  readonly onDone: () => void;
}

/** Export and import of the prices of a list. */
export function PriceFiles({ list, onDone }: PriceFilesProps) {
  const save = () => saveReply('prices.csv', exportPrices(list), messages.products.exportFailed);
  const take = importWith((file) => importPrices(list, file), ['/price-lists']);
  return (
    <>
      <p className="stock-files">
        <Button look="quiet" onClick={save}>
          Export prices
        </Button>
      </p>
      <ImportForm hint={hint} take={take} creates onDone={onDone} />
    </>
  );
}

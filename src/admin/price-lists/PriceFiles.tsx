import { messages } from '#shared/messages.ts';
import type { ImportReport } from '#shared/schemas/product-files.ts';
import { exportPrices, importPrices } from '../../api/admin-price-lists.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ImportForm } from '../products/ImportForm.tsx';

const hint =
  'A CSV file with the columns of the export. Rows are matched by SKU, or by product for all its sizes and colors. A blank price removes a price from the list. Prices that are not in the file stay unchanged.';

interface PriceFilesProps {
  readonly list: string;
  readonly onDone: () => void;
}

/** Export and import of the prices of a list. */
export function PriceFiles({ list, onDone }: PriceFilesProps) {
  async function save(): Promise<void> {
    const reply = await exportPrices(list);
    if (reply.ok) saveFile('prices.csv', reply.file);
    else toastError(messages.products.exportFailed);
  }
  async function take(csv: string, dry: boolean): Promise<ImportReport | string> {
    const reply = await importPrices(list, { csv, dry });
    if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
    if (reply.done) {
      toastSuccess(reply.message);
      revalidate('/price-lists');
    }
    return reply;
  }
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

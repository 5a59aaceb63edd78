import { messages } from '#shared/messages.ts';
import { productStatuses } from '#shared/domain/product-status.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy } from '../forms/lazy.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { changeProducts, removeProducts } from './products.ts';

const PriceForm = lazy('form', async () => (await import('./PriceForm.tsx')).PriceForm);

const BulkForm = lazy('form', async () => (await import('./BulkForm.tsx')).BulkForm);

const actions = [
  { name: 'availability', label: 'Availability', title: 'Change the availability' },
  { name: 'category', label: 'Category', title: 'Change the category' },
  { name: 'policy', label: 'Track stock', title: 'Track stock' },
] as const;

const statusActions = { published: 'Publish', draft: 'Set as draft' } as const;

/** Bulk actions for the selected products. */
export function ProductBulkActions({ ids, clear }: Selected) {
  const products = `${ids.length} ${ids.length === 1 ? 'product' : 'products'}`;
  return (
    <>
      {actions.map(({ name, label, title }) => (
        <DialogButton key={name} look="link" label={label} title={`${title} of ${products}`}>
          {() => <BulkForm action={name} ids={ids} onDone={clear} />}
        </DialogButton>
      ))}
      {productStatuses.map((status) => (
        <Button
          key={status}
          look="link"
          onClick={async () => {
            const done = await changeProducts({ action: 'status', ids: [...ids], status });
            if (done.ok) clear();
          }}
        >
          {statusActions[status]}
        </Button>
      ))}
      <DialogButton look="link" label="Price" title={`Change the price of ${products}`}>
        {() => <PriceForm ids={ids} onDone={clear} />}
      </DialogButton>
      <BulkDelete
        {...{ ids, clear }}
        nouns={['product', 'products']}
        question={messages.products.confirmDeleteMany}
        remove={removeProducts}
      />
    </>
  );
}

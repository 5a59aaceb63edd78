import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { lazy } from '../forms/lazy.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';

const MarkPaidForm = lazy('form', async () => (await import('./MarkPaidForm.tsx')).MarkPaidForm);

/** Records that an order on terms was paid by transfer. */
export const MarkPaid = ({ order }: { readonly order: AdminOrder }) => (
  <DialogButton label="Mark as paid">
    {(close) => <MarkPaidForm order={order} onDone={close} />}
  </DialogButton>
);

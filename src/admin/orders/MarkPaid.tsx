import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { lazy } from '../forms/lazy.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';

const MarkPaidForm = lazy('form', async () => (await import('./MarkPaidForm.tsx')).MarkPaidForm);

/** Records that money for an order on terms, by transfer or on delivery has arrived. */
export const MarkPaid = ({ order }: { readonly order: AdminOrder }) => (
  <DialogButton label="Mark as paid">
    {(close) => <MarkPaidForm order={order} onDone={close} />}
  </DialogButton>
);

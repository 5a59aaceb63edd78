import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { lazy } from '../forms/lazy.tsx';

const MarkPaidForm = lazy('form', async () => (await import('./MarkPaidForm.tsx')).MarkPaidForm);

/** Records that an order on terms was paid by transfer. */
export function MarkPaid({ order }: { readonly order: AdminOrder }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Mark as paid</Button>
      <Modal title="Mark as paid" open={open} onClose={() => setOpen(false)}>
        <MarkPaidForm order={order} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

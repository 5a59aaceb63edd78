import type { Product } from '#shared/schemas/products.ts';
import { Modal } from '../../ui/Modal.tsx';
import { EditProductForm } from './EditProductForm.tsx';

interface EditProductModalProps {
  /** Null while it is closed. */
  readonly product: Product | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The form in a dialog. */
export function EditProductModal({ product, onClose, onDone }: EditProductModalProps) {
  return (
    <Modal title={`Edit ${product?.title ?? ''}`} open={product !== null} onClose={onClose}>
      {product && <EditProductForm product={product} onDone={onDone} />}
    </Modal>
  );
}

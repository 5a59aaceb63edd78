import type { Product } from '#shared/schemas/products.ts';
import { useRef, useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { EditProductForm } from './EditProductForm.tsx';

interface EditProductModalProps {
  /** Null while it is closed. */
  readonly product: Product | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The form in a dialog. Between two versions it does not close without a question: what was entered would be gone. */
export function EditProductModal({ product, onClose, onDone }: EditProductModalProps) {
  const undecided = useRef(false);
  const [asking, setAsking] = useState(false);

  function finish(then: () => void): void {
    undecided.current = false;
    setAsking(false);
    then();
  }

  return (
    <Modal
      title={`Edit ${product?.title ?? ''}`}
      open={product !== null}
      mayClose={() => {
        setAsking(undecided.current);
        return !undecided.current;
      }}
      onClose={() => finish(onClose)}
    >
      {product && (
        <EditProductForm
          product={product}
          onConflict={() => {
            undecided.current = true;
          }}
          onDone={() => finish(onDone)}
        />
      )}
      {asking && (
        <div className="unsaved" role="alertdialog" aria-label="Not saved yet">
          <p>Nothing of yours is saved yet. Close, and lose what you entered?</p>
          <div className="modal__actions">
            <button type="button" className="button button--danger" onClick={() => finish(onClose)}>
              Discard my changes
            </button>
            <button
              type="button"
              className="button button--quiet"
              ref={(button) => button?.focus()}
              onClick={() => setAsking(false)}
            >
              Keep choosing
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}

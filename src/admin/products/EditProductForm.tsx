import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { ConflictForm } from './ConflictForm.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { editedProduct, type ProductEdits } from './product-edits.ts';
import { ProductFields } from './ProductFields.tsx';
import { updateProduct, type UpdateOutcome } from './products.ts';

interface EditProductFormProps {
  readonly product: Product;
  readonly onDone: () => void;
}

interface Conflict {
  readonly mine: ProductEdits;
  readonly theirs: Product;
}

/** All that can be changed about a product but its pictures. */
export function EditProductForm({ product, onDone }: EditProductFormProps) {
  // What the edit began from, whatever is read meanwhile.
  const [began] = useState(product);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function save(base: Product, mine: ProductEdits): Promise<UpdateOutcome> {
    const outcome = await updateProduct(base, mine);
    if (outcome.theirs) setConflict({ mine, theirs: outcome.theirs });
    return outcome;
  }

  if (conflict) {
    return (
      <ConflictForm
        key={conflict.theirs.updatedAt}
        base={began}
        {...conflict}
        save={(edits) => save(conflict.theirs, edits)}
        onDone={onDone}
      />
    );
  }
  return <EditForm product={began} onDone={onDone} save={(edits) => save(began, edits)} />;
}

interface EditFormProps extends EditProductFormProps {
  readonly save: (edits: ProductEdits) => Promise<UpdateOutcome>;
}

function EditForm({ product, save, onDone }: EditFormProps) {
  const form = useForm({ schema: editedProduct, values: product, save, onSaved: onDone });
  return (
    <Form
      form={form}
      submit="Update"
      className="form--pairs"
      beside={
        <>
          <PreviewButton product={product} values={form.getValues} images={product.images} />
          <a className="link-button" href={routes.adminProduct(product._id)}>
            Pictures
          </a>
          <a
            className="link-button"
            href={routes.product(product._id, product.title)}
            target="_blank"
            rel="noopener"
          >
            View in the shop
          </a>
        </>
      }
    >
      <ProductFields form={form} product={product} />
    </Form>
  );
}

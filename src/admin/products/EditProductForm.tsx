import { useStore } from '@nanostores/react';
import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Field } from '../../ui/Field.tsx';
import { categories } from '../categories/categories.ts';
import { SaveButton } from '../forms/SaveButton.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { AvailabilityOptions } from './AvailabilityOptions.tsx';
import { ConflictForm } from './ConflictForm.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { readEdits, type ProductEdits } from './product-edits.ts';
import { updateProduct, type UpdateOutcome } from './products.ts';
import { RepeatedField } from './RepeatedField.tsx';

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
        base={product}
        {...conflict}
        save={(edits) => save(conflict.theirs, edits)}
        onDone={onDone}
      />
    );
  }
  return <Fields product={product} onDone={onDone} save={(edits) => save(product, edits)} />;
}

interface FieldsProps extends EditProductFormProps {
  readonly save: (edits: ProductEdits) => Promise<UpdateOutcome>;
}

function Fields({ product, save, onDone }: FieldsProps) {
  const { rows } = useStore(categories.$list);
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) => save(readEdits(form, product.availability)),
    onDone,
  );
  const { category: own } = product;
  // The categories may arrive later than the form, which must show and keep the product's own all the while.
  const choices = !own || rows.some((it) => it._id === own._id) ? rows : [own, ...rows];
  return (
    <form className="form form--pairs" onSubmit={onSubmit}>
      <Field
        label="Product Title"
        name="title"
        className="form__wide"
        placeholder="Edit Title"
        defaultValue={product.title}
        autoComplete="off"
        error={errorOf('title')}
      />
      <RepeatedField
        label="Product Color"
        name="colors"
        placeholder="Edit Color"
        values={product.colors}
        errorOf={errorOf}
      />
      <RepeatedField
        label="Product Size"
        name="sizes"
        placeholder="Edit Size"
        values={product.sizes}
        errorOf={errorOf}
      />
      <Field
        label="Product Price"
        name="price"
        className="form__third"
        type="number"
        inputMode="decimal"
        step="0.01"
        placeholder="Edit Price"
        defaultValue={product.price}
        error={errorOf('price')}
      />
      <SelectField
        label="Select Category"
        name="categoryId"
        className="form__third"
        defaultValue={own?._id ?? ''}
        error={errorOf('categoryId')}
      >
        {!own && <option value="">Select Category</option>}
        {choices.map((category) => (
          <option key={category._id} value={category._id}>
            {category.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Availability"
        name="availability"
        className="form__third"
        defaultValue={product.availability}
        error={errorOf('availability')}
      >
        <AvailabilityOptions />
      </SelectField>
      <TextArea
        label="Product Description"
        name="description"
        rows={6}
        placeholder="Edit Description"
        defaultValue={product.description}
        error={errorOf('description')}
      />
      <div className="form__wide form__foot">
        <SaveButton label="Update" busy={busy} />
        <PreviewButton product={product} images={product.images} />
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
      </div>
    </form>
  );
}

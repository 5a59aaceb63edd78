import { useStore } from '@nanostores/react';
import { availabilities } from '#shared/domain/availability.ts';
import type { Product } from '#shared/schemas/products.ts';
import { Field } from '../../ui/Field.tsx';
import { categories } from '../categories/categories.ts';
import { SaveButton } from '../forms/SaveButton.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { textOf, useSubmit, type Outcome } from '../forms/use-submit.ts';
import { AvailabilityOptions } from './AvailabilityOptions.tsx';
import { updateProduct } from './products.ts';

interface EditProductFormProps {
  readonly product: Product;
  readonly onDone: () => void;
}

function save(product: Product, form: FormData): Promise<Outcome> {
  return updateProduct(product, {
    title: textOf(form, 'title'),
    colors: product.colors.map((_, index) => textOf(form, `colors.${index}`)),
    sizes: product.sizes.map((_, index) => textOf(form, `sizes.${index}`)),
    price: textOf(form, 'price'),
    categoryId: textOf(form, 'categoryId') || null,
    availability: availabilities.find((it) => it === textOf(form, 'availability')),
    description: textOf(form, 'description'),
  });
}

/** All that can be changed about a product but its pictures. */
export function EditProductForm({ product, onDone }: EditProductFormProps) {
  const { rows } = useStore(categories.$list);
  const { busy, errorOf, onSubmit } = useSubmit((form) => save(product, form), onDone);
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
      <Entries
        label="Product Color"
        placeholder="Edit Color"
        name="colors"
        values={product.colors}
        errorOf={errorOf}
      />
      <Entries
        label="Product Size"
        placeholder="Edit Size"
        name="sizes"
        values={product.sizes}
        errorOf={errorOf}
      />
      <Field
        label="Product Price"
        name="price"
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
      <div className="form__wide">
        <SaveButton label="Update" busy={busy} />
      </div>
    </form>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly placeholder: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly errorOf: (path: string) => string | undefined;
}

/** One input for each entry that the product has. */
function Entries({ label, placeholder, name, values, errorOf }: EntriesProps) {
  return (
    <fieldset className="repeated">
      <legend className="field__label">{label}</legend>
      {values.length === 0 && <p className="field__hint">None</p>}
      {values.map((value, index) => (
        <Field
          key={index}
          label={`${label} ${index + 1}`}
          name={`${name}.${index}`}
          placeholder={`${placeholder} ${index + 1}`}
          defaultValue={value}
          autoComplete="off"
          error={errorOf(`${name}.${index}`)}
        />
      ))}
    </fieldset>
  );
}

import { useStore } from '@nanostores/react';
import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { ReactNode } from 'react';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import type { useForm } from '../../ui/use-form.ts';
import { $categories } from '../categories/categories.ts';
import { productLabels as labels, type ProductEdits, type ProductValues } from './product-edits.ts';
import { RepeatedField } from './RepeatedField.tsx';

interface ProductFieldsProps {
  readonly form: ReturnType<typeof useForm<ProductValues, ProductEdits>>;
  /** Null for one that is not there yet. */
  readonly product: Product | null;
  /** Stands before the description. */
  readonly children?: ReactNode;
}

/** All that can be entered about a product but its pictures. */
export function ProductFields({ form, product, children }: ProductFieldsProps) {
  const { field, control, errorOf } = form;
  const own = product?.category;
  const placeholder = (name: string) => (product ? { placeholder: `Edit ${name}` } : {});
  return (
    <>
      <Field
        label={labels.title}
        {...field('title')}
        className="form__wide"
        autoComplete="off"
        required
        {...placeholder('Title')}
      />
      <RepeatedField
        label={labels.colors}
        {...{ control, errorOf }}
        name="colors"
        {...placeholder('Color')}
      />
      <RepeatedField
        label={labels.sizes}
        {...{ control, errorOf }}
        name="sizes"
        {...placeholder('Size')}
      />
      <Field
        label={labels.price}
        {...field('price')}
        className="form__third"
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        required
        {...placeholder('Price')}
      />
      <Select
        label={product ? labels.categoryId : 'Category'}
        {...field('categoryId', { setValueAs: (id) => id || null })}
        className="form__third"
        required={!product || own !== null}
      >
        {!own && <option value="">Select Category</option>}
        <CategoryOptions own={own ?? null} />
      </Select>
      <Select
        label={labels.availability}
        {...field('availability')}
        className="form__third"
        required
      >
        <AvailabilityOptions />
      </Select>
      {children}
      <TextArea
        label={labels.description}
        {...field('description')}
        className="form__wide"
        rows={6}
        placeholder={product ? 'Edit Description' : 'Type your message'}
      />
    </>
  );
}

export function AvailabilityOptions() {
  return availabilities.map((it) => (
    <option key={it} value={it}>
      {availabilityLabels[it]}
    </option>
  ));
}

/** They may arrive later than the form, which must show and keep the record's own all the while. */
export function CategoryOptions({ own }: { readonly own: Product['category'] }) {
  const rows = useStore($categories);
  const choices = !own || rows.some((it) => it._id === own._id) ? rows : [own, ...rows];
  return choices.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}

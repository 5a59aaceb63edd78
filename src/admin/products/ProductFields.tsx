import { useStore } from '@nanostores/react';
import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';
import { limits } from '#shared/domain/limits.ts';
import { factNames } from '#shared/domain/product-facts.ts';
import { productStatuses, productStatusLabels } from '#shared/domain/product-status.ts';
import { taxClasses, taxClassLabels } from '#shared/domain/tax-class.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useEffect, useRef } from 'react';
import { amountInput } from '../forms/amount-input.ts';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import type { useForm } from '../../ui/use-form.ts';
import { $categories } from '../categories/categories.ts';
import { useCountsStock } from '../stock/use-counts-stock.ts';
import { ChoicesField } from './ChoicesField.tsx';
import { DescriptionEditor } from './DescriptionEditor.tsx';
import {
  productLabels as labels,
  type Editable,
  type ProductEdits,
  type ProductValues,
} from './product-edits.ts';

interface ProductFieldsProps {
  readonly form: ReturnType<typeof useForm<ProductValues, ProductEdits>>;
  /** Null for a new product. */
  readonly product: Editable | null;
  /** Changes when the form starts over with other values. */
  readonly round?: number;
}

const edited = (product: Product | null, name: string) =>
  product ? { placeholder: `Edit ${name}` } : {};

/** The main fields of a product, without pictures. */
export function ProductFields(props: ProductFieldsProps) {
  return (
    <>
      <TitleField {...props} />
      <PriceFields {...props} />
      <ChoiceFields {...props} />
    </>
  );
}

export function TitleField({ form: { field }, product }: ProductFieldsProps) {
  return (
    <Field
      label={labels.title}
      {...field('title')}
      autoComplete="off"
      required
      {...edited(product, 'Title')}
    />
  );
}

export function PriceFields({ form: { field }, product }: ProductFieldsProps) {
  return (
    <>
      <Field
        label={labels.price}
        {...field('price')}
        {...amountInput()}
        className="fields__third"
        required
        {...edited(product, 'Price')}
      />
      <Field
        label={labels.compareAtPrice}
        {...field('compareAtPrice')}
        {...amountInput()}
        className="fields__most"
        hint="Marks the product as on sale. Shown struck through next to the price."
      />
    </>
  );
}

/** Colours, sizes and description. */
export function ChoiceFields({ form, product, round }: ProductFieldsProps) {
  const { control, errorOf } = form;
  return (
    <>
      <ChoicesField
        label={labels.colors}
        {...{ control, errorOf }}
        name="colors"
        {...edited(product, 'Color')}
      />
      <ChoicesField
        label={labels.sizes}
        {...{ control, errorOf }}
        name="sizes"
        {...edited(product, 'Size')}
      />
      <DescriptionEditor key={round} form={form} product={product} />
    </>
  );
}

/** Further details; collapsed until opened, or until one is invalid. */
export function FactFields({ form: { field, errorOf } }: Pick<ProductFieldsProps, 'form'>) {
  const group = useRef<HTMLDetailsElement>(null);
  const wrong = [...factNames, 'length', 'weight'].some(errorOf);
  useEffect(() => {
    if (wrong && group.current) group.current.open = true;
  }, [wrong]);
  return (
    <details className="unfold" ref={group}>
      <summary>Details: composition, care, fit, origin, delivery, length, weight, tax</summary>
      <div className="fields">
        {factNames.map((name) => (
          <TextArea
            key={name}
            label={labels[name]}
            {...field(name)}
            rows={2}
            hint={name === 'delivery' ? 'Leave empty to show the shop’s general terms.' : undefined}
          />
        ))}
        <Field
          label={labels.length}
          {...field('length')}
          className="fields__third"
          type="number"
          inputMode="numeric"
          min="0"
          max={limits.garmentLength}
          step="1"
          hint="Of the middle size, laid flat. 0 shows none."
        />
        <Field
          label={labels.weight}
          {...field('weight')}
          className="fields__third"
          type="number"
          inputMode="numeric"
          min="0"
          max={limits.weight}
          step="1"
          hint="Used to calculate shipping."
        />
        <Select label={labels.taxClass} {...field('taxClass')} className="fields__third" required>
          {taxClasses.map((it) => (
            <option key={it} value={it}>
              {taxClassLabels[it]}
            </option>
          ))}
        </Select>
      </div>
    </details>
  );
}

/** Status, category and availability. New products have a separate button to save a draft. */
export function PlaceFields({ form: { field }, product }: ProductFieldsProps) {
  const own = product?.category;
  const counted = useCountsStock(product?._id);
  return (
    <>
      {product && (
        <Select
          label={labels.status}
          {...field('status')}
          className="fields__third"
          required
          hint="Shoppers see only published products."
        >
          {productStatuses.map((it) => (
            <option key={it} value={it}>
              {productStatusLabels[it]}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={product ? labels.categoryId : 'Category'}
        {...field('categoryId', { setValueAs: (id) => id || null })}
        className="fields__third"
        required={!product}
      >
        {!own && <option value="">Select Category</option>}
        <CategoryOptions own={own ?? null} />
      </Select>
      {counted ? (
        <Select
          label={labels.availability}
          value={product?.availability}
          className="fields__third"
          disabled
          hint="Depends on the stock of its sizes and colors."
        >
          <AvailabilityOptions />
        </Select>
      ) : (
        <Select
          label={labels.availability}
          {...field('availability')}
          className="fields__third"
          required
        >
          <AvailabilityOptions />
        </Select>
      )}
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

/** They may arrive after the form, which must show and keep the current value meanwhile. */
export function CategoryOptions({ own }: { readonly own: Product['category'] }) {
  const rows = useStore($categories);
  const choices = !own || rows.some((it) => it._id === own._id) ? rows : [own, ...rows];
  return choices.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}

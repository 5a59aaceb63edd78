import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Field } from '../../ui/Field.tsx';
import { categories } from '../categories/categories.ts';
import { SaveButton } from '../forms/SaveButton.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { AvailabilityOptions } from './AvailabilityOptions.tsx';
import { ChosenPictures, useChosenPictures } from './ChosenPictures.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { createProduct } from './products.ts';
import { RepeatedField } from './RepeatedField.tsx';

export function NewProductScreen() {
  const { rows } = useStore(categories.$list);
  const [sent, setSent] = useState<number | null>(null);
  const { pictures, field: picturesField } = useChosenPictures();
  const { busy, errorOf, errorIn, onSubmit } = useSubmit(async (form) => {
    form.delete('images');
    for (const file of pictures) form.append('images', file);
    setSent(0);
    const outcome = await createProduct(form, setSent);
    setSent(null);
    return outcome;
  });
  return (
    <>
      <ScreenHead title="Add Product">
        <a className="button button--quiet" href={routes.products()}>
          All Products
        </a>
      </ScreenHead>
      <form className="form form--pairs panel" onSubmit={onSubmit}>
        <Field
          label="Product Title"
          name="title"
          className="form__wide"
          autoComplete="off"
          required
          error={errorOf('title')}
        />
        <Field
          label="Product Price"
          name="price"
          type="number"
          inputMode="decimal"
          min="0"
          step="0.01"
          required
          error={errorOf('price')}
        />
        <SelectField label="Category" name="categoryId" required error={errorOf('categoryId')}>
          <option value="">Select Category</option>
          {rows.map((category) => (
            <option key={category._id} value={category._id}>
              {category.name}
            </option>
          ))}
        </SelectField>
        <RepeatedField label="Product Color" name="colors" errorOf={errorOf} />
        <RepeatedField label="Product Size" name="sizes" errorOf={errorOf} />
        <ChosenPictures label="Product Image" {...picturesField} error={errorIn('images')} />
        <SelectField
          label="Availability"
          name="availability"
          defaultValue="InStock"
          required
          error={errorOf('availability')}
        >
          <AvailabilityOptions />
        </SelectField>
        <TextArea
          label="Product Description"
          name="description"
          rows={6}
          placeholder="Type your message"
          error={errorOf('description')}
        />
        <div className="form__wide form__foot">
          <SaveButton label="Save" busy={busy} />
          <PreviewButton product={null} images={picturesField.chosen.map((it) => it.src)} />
          {sent !== null && pictures.length > 0 && (
            <progress value={sent} max={1} aria-label="Pictures on their way" />
          )}
        </div>
      </form>
    </>
  );
}

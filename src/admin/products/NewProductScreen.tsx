import { useState } from 'react';
import { routes } from '../../routes.ts';
import { useForm } from '../../ui/use-form.ts';
import { ChosenPictures, useChosenPictures } from '../forms/ChosenPictures.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { newProduct } from './product-edits.ts';
import { PlaceFields, ProductFields } from './ProductFields.tsx';
import { createProduct, unsaved } from './products.ts';
import { useFreeQuestion } from './use-product-edit.ts';
import './product-page.css';

const empty = {
  title: '',
  description: '',
  price: '',
  categoryId: null,
  availability: 'InStock',
} as const;

export function NewProductScreen() {
  const [sent, setSent] = useState<number | null>(null);
  const pictures = useChosenPictures();
  const mayBeFree = useFreeQuestion();
  const form = useForm({
    schema: newProduct,
    values: { ...empty, sizes: [''], colors: [''] },
    async save({ price }, data) {
      if (!(await mayBeFree(price))) return unsaved;
      pictures.addTo(data);
      setSent(0);
      const outcome = await createProduct(data, setSent);
      setSent(null);
      return outcome;
    },
  });
  const { chosen } = pictures.field;
  return (
    <>
      <ScreenHead title="Add Product">
        <a className="button button--quiet" href={routes.products()}>
          All Products
        </a>
      </ScreenHead>
      <form className="form product-page" {...form.formProps}>
        <div className="panel fields product-page__main">
          <ProductFields form={form} product={null} />
        </div>
        <div className="panel fields product-page__side">
          <PlaceFields form={form} product={null} />
        </div>
        <div className="panel">
          <ChosenPictures
            label="Product Image"
            name="New product"
            {...pictures.field}
            error={form.errorOf('images')}
          />
        </div>
        <SaveBar>
          <button
            type="submit"
            className="button"
            aria-busy={form.busy}
            aria-disabled={form.busy || undefined}
          >
            Save
          </button>
          <PreviewButton
            product={null}
            values={form.getValues}
            images={chosen.map((it) => it.src)}
          />
          {sent !== null && chosen.length > 0 && (
            <progress value={sent} max={1} aria-label="Uploading pictures" />
          )}
        </SaveBar>
      </form>
    </>
  );
}

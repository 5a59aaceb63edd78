import type { ProductStatus } from '#shared/domain/product-status.ts';
import { useRef, useState } from 'react';
import { routes } from '../../routes.ts';
import { useForm } from '../../ui/use-form.ts';
import { ChosenPictures, useChosenPictures } from '../forms/ChosenPictures.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { newSchema } from './product-edits.ts';
import { FactFields, PlaceFields, ProductFields } from './ProductFields.tsx';
import { createProduct, unsaved } from './products.ts';
import { useFreeQuestion } from './use-product-edit.ts';
import './product-page.css';

const empty = {
  title: '',
  description: '',
  descriptionDocument: '',
  price: '',
  compareAtPrice: '',
  categoryId: null,
  availability: 'InStock',
} as const;

export function NewProductScreen() {
  const [sent, setSent] = useState<number | null>(null);
  const pictures = useChosenPictures();
  const mayBeFree = useFreeQuestion();
  /** Of the button that was pressed. */
  const status = useRef<ProductStatus>('published');
  const form = useForm({
    schema: newSchema,
    values: { ...empty, sizes: [''], colors: [''] },
    async save({ price }, data) {
      data.set('status', status.current);
      pictures.addTo(data);
      if (!(await mayBeFree(price))) return unsaved;
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
          <FactFields form={form} />
        </div>
        <div className="panel fields product-page__side">
          <PlaceFields form={form} product={null} />
        </div>
        <div className="panel product-page__beside">
          <ChosenPictures
            label="Product Image"
            name="New product"
            {...pictures.field}
            error={form.errorOf('images')}
          />
        </div>
        <SaveBar>
          <SaveButton busy={form.busy} onClick={() => (status.current = 'published')}>
            Save
          </SaveButton>
          <SaveButton
            className="button--quiet"
            busy={form.busy}
            onClick={() => (status.current = 'draft')}
          >
            Save as draft
          </SaveButton>
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

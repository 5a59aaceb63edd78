import { useState } from 'react';
import { routes } from '../../routes.ts';
import { useForm } from '../../ui/use-form.ts';
import { ChosenPictures, useChosenPictures } from '../forms/ChosenPictures.tsx';
import { Form } from '../forms/Form.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { newProduct } from './product-edits.ts';
import { ProductFields } from './ProductFields.tsx';
import { createProduct } from './products.ts';

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
  const form = useForm({
    schema: newProduct,
    values: { ...empty, sizes: [''], colors: [''] },
    async save(_, data) {
      pictures.addTo(data);
      setSent(0);
      const outcome = await createProduct(data, setSent);
      setSent(null);
      return outcome;
    },
  });
  return (
    <>
      <ScreenHead title="Add Product">
        <a className="button button--quiet" href={routes.products()}>
          All Products
        </a>
      </ScreenHead>
      <Form
        form={form}
        submit="Save"
        className="form--pairs panel"
        beside={
          <>
            <PreviewButton
              product={null}
              values={form.getValues}
              images={pictures.field.chosen.map((it) => it.src)}
            />
            {sent !== null && pictures.field.chosen.length > 0 && (
              <progress value={sent} max={1} aria-label="Uploading pictures" />
            )}
          </>
        }
      >
        <ProductFields form={form} product={null}>
          <ChosenPictures
            label="Product Image"
            name="New product"
            {...pictures.field}
            error={form.errorOf('images')}
          />
        </ProductFields>
      </Form>
    </>
  );
}

import { useStore } from '@nanostores/react';
import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { product as resourceOf } from '../../api/admin-products.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { ConflictForm } from '../forms/lazy.tsx';
import { Loading } from '../listing/Loading.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { editedSchema, productValues } from './product-edits.ts';
import { PlaceFields, ProductFields } from './ProductFields.tsx';
import { useProductEdit } from './use-product-edit.ts';

interface EditProductFormProps {
  readonly product: Product;
  readonly onDone: () => void;
}

/** The most frequently changed fields, in the dialog of a row; the product's page has all fields. Lists omit the formatted description. */
export function EditProductForm({ product: { _id }, onDone }: EditProductFormProps) {
  const [$product] = useState(() => query(resourceOf(_id)));
  return (
    <Loading loaded={useStore($product)} path={resourceOf(_id).path} what="product">
      {({ product }) => <LoadedForm product={product} onDone={onDone} />}
    </Loading>
  );
}

function LoadedForm({ product, onDone }: EditProductFormProps) {
  const { began, conflict, save, saveChosen } = useProductEdit(product);
  const form = useForm({
    schema: editedSchema,
    values: productValues(began),
    save,
    onSaved: onDone,
  });
  if (conflict) {
    return (
      <ConflictForm
        key={conflict.theirs.updatedAt}
        base={began}
        {...conflict}
        save={saveChosen}
        onDone={onDone}
      />
    );
  }
  return (
    <Form
      form={form}
      submit="Update"
      className="fields"
      beside={
        <>
          <PreviewButton product={began} values={form.getValues} images={began.images} />
          <a className="link-button" href={routes.adminProduct(began._id)}>
            All fields
          </a>
          {began.status === 'published' && (
            <a
              className="link-button"
              href={routes.product(began._id, began.title)}
              target="_blank"
              rel="noopener"
            >
              View in the shop
            </a>
          )}
        </>
      }
    >
      <ProductFields form={form} product={began} />
      <PlaceFields form={form} product={began} />
    </Form>
  );
}

import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useId, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConflictForm } from '../forms/lazy.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { FactFields, PlaceFields, ProductFields } from './ProductFields.tsx';
import { useProductEditor } from './use-product-editor.ts';
import './product-page.css';

interface ProductEditorProps {
  /** As it was read last. */
  readonly product: DetailedProduct;
  /** Next to and below the form. */
  readonly children: ReactNode;
}

/** The form with all fields of a product except pictures, on its own page. */
export function ProductEditor({ product, children }: ProductEditorProps) {
  const { form, began, conflict, isDirty, saveChosen, discard } = useProductEditor(product);
  const id = useId();
  return (
    <div className="product-page">
      {conflict ? (
        <section className="panel product-page__main" aria-label="Two versions">
          <ConflictForm
            key={conflict.theirs.updatedAt}
            base={began}
            {...conflict}
            save={saveChosen}
          />
        </section>
      ) : (
        <form className="form product-page__form" id={id} {...form.formProps}>
          <div className="panel fields product-page__main">
            <ProductFields form={form} product={began} />
            <FactFields form={form} />
          </div>
          <div className="panel fields product-page__side">
            <PlaceFields form={form} product={began} />
          </div>
        </form>
      )}
      {children}
      <SaveBar note="Unsaved changes" hidden={!isDirty}>
        {!conflict && (
          <SaveButton form={id} busy={form.busy}>
            Save
          </SaveButton>
        )}
        <Button look="quiet" onClick={discard}>
          Discard
        </Button>
        <PreviewButton product={began} values={form.getValues} images={product.images} />
      </SaveBar>
    </div>
  );
}

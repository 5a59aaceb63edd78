import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useId, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConflictForm } from '../forms/lazy.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import {
  ChoiceFields,
  FactFields,
  PlaceFields,
  PriceFields,
  TitleField,
} from './ProductFields.tsx';
import { useProductEditor } from './use-product-editor.ts';
import './product-page.css';

interface ProductEditorProps {
  /** As it was read last. */
  readonly product: DetailedProduct;
  /** Above the form. */
  readonly first: ReactNode;
  /** Next to and below it. */
  readonly children: ReactNode;
}

/** The page of a product: what changes daily first, in one form with all fields except pictures and stock. */
export function ProductEditor({ product, first, children }: ProductEditorProps) {
  const { form, began, conflict, isDirty, round, saveChosen, discard } = useProductEditor(product);
  const id = useId();
  return (
    <div className="product-page">
      {first}
      {conflict ? (
        <section className="panel product-page__whole" aria-label="Two versions">
          <ConflictForm
            key={conflict.theirs.updatedAt}
            base={began}
            {...conflict}
            save={saveChosen}
          />
        </section>
      ) : (
        <form className="form product-page__form" id={id} {...form.formProps}>
          <div className="panel fields product-page__side">
            <PriceFields form={form} product={began} />
            <PlaceFields form={form} product={began} />
          </div>
          <div className="panel fields product-page__main">
            <TitleField form={form} product={began} />
            <ChoiceFields form={form} product={began} round={round} />
            <FactFields form={form} />
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

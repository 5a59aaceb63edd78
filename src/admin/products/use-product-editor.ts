import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useEffect } from 'react';
import { settle } from '../../ui/unsaved.ts';
import { useForm } from '../../ui/use-form.ts';
import { differ, editedSchema, productValues, type ProductEdits } from './product-edits.ts';
import type { UpdateOutcome } from './products.ts';
import { useProductEdit } from './use-product-edit.ts';

/** The form that stands on a product's page: it goes on after each save, with the product as it was read last. */
export function useProductEditor(product: DetailedProduct) {
  const edit = useProductEdit(product);
  const { began } = edit;
  const form = useForm({
    schema: editedSchema,
    values: productValues(began),
    async save(mine): Promise<UpdateOutcome> {
      const sent = JSON.stringify(form.getValues());
      const outcome = await edit.save(mine);
      return goOn(outcome, JSON.stringify(form.getValues()) !== sent);
    },
  });
  const { isDirty } = form.formState;
  const { ref } = form.formProps;

  function beginFrom(now: DetailedProduct, keepValues = false): void {
    edit.beginFrom(now);
    form.reset(productValues(now), { keepValues });
  }

  /** What was typed while it was saved stays. */
  function goOn(outcome: UpdateOutcome, keepValues = false): UpdateOutcome {
    if (outcome.saved) beginFrom(outcome.saved, keepValues);
    return outcome;
  }

  // A picture that was added changes the product too: the edit goes on from there. What somebody else changed in its fields
  // shows where nothing is lost by it, else it is asked about when the edit is saved.
  useEffect(() => {
    if (edit.conflict) return;
    if (!differ(product, began)) edit.beginFrom(product);
    else if (!isDirty) beginFrom(product);
  }, [product]);

  // The page is not left with unsaved changes before a question.
  useEffect(() => {
    if (isDirty) ref.current?.setAttribute('data-unsaved', '');
    else if (ref.current) settle(ref.current);
  }, [isDirty, began, ref]);

  return {
    form,
    began,
    conflict: edit.conflict,
    isDirty,
    /** What was chosen of both versions. */
    saveChosen: async (chosen: ProductEdits) => goOn(await edit.saveChosen(chosen)),
    discard: () => beginFrom(product),
  } as const;
}

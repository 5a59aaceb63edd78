import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useEffect, useState } from 'react';
import { settle } from '../../ui/unsaved.ts';
import { useForm } from '../../ui/use-form.ts';
import { differ, editedSchema, productValues, type ProductEdits } from './product-edits.ts';
import type { UpdateOutcome } from './products.ts';
import { useProductEdit } from './use-product-edit.ts';

/** The form on a product's page. Editing continues after each save with the latest version. */
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
  const [round, setRound] = useState(0);
  const { isDirty } = form.formState;
  const { ref } = form.formProps;

  function beginFrom(now: DetailedProduct, keepValues = false): void {
    edit.beginFrom(now);
    form.reset(productValues(now), { keepValues });
  }

  /** Shows this version, whatever was typed. */
  function startOver(now: DetailedProduct): void {
    beginFrom(now);
    setRound((it) => it + 1);
  }

  /** Keeps what was typed during the save. */
  function goOn(outcome: UpdateOutcome, keepValues = false): UpdateOutcome {
    if (outcome.saved) beginFrom(outcome.saved, keepValues);
    return outcome;
  }

  // Adding a picture changes the product too, so the edit continues from that version. Changes by others are shown if no input
  // is lost, else they become a conflict on saving.
  useEffect(() => {
    if (edit.conflict) return;
    if (!differ(product, began)) edit.beginFrom(product);
    else if (!isDirty) startOver(product);
  }, [product]);

  // Asks before leaving the page with unsaved changes.
  useEffect(() => {
    if (isDirty) ref.current?.setAttribute('data-unsaved', '');
    else if (ref.current) settle(ref.current);
  }, [isDirty, began, ref]);

  return {
    form,
    began,
    conflict: edit.conflict,
    isDirty,
    round,
    /** The values chosen from both versions. */
    saveChosen: async (chosen: ProductEdits) => goOn(await edit.saveChosen(chosen)),
    discard: () => startOver(product),
  } as const;
}

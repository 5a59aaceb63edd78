import { messages } from '#shared/messages.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useRef, useState } from 'react';
import { ask } from '../../ui/question.ts';
import type { Editable, ProductEdits } from './product-edits.ts';
import { unsaved, updateProduct, type UpdateOutcome } from './products.ts';

interface Conflict {
  readonly mine: ProductEdits;
  readonly theirs: DetailedProduct;
}

/** Confirms once before a product becomes free. */
export function useFreeQuestion(isFree = false): (price: number) => Promise<boolean> {
  const agreed = useRef(isFree);
  return async (price) => {
    if (price > 0) return true;
    agreed.current = agreed.current || (await ask(messages.products.free));
    return agreed.current;
  };
}

/** An edit of a product, with a possible conflict. */
export function useProductEdit(product: Editable) {
  // The version that was edited, whatever is loaded meanwhile.
  const [began, setBegan] = useState(product);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const mayBeFree = useFreeQuestion(product.price === 0);

  async function save(base: Editable, mine: ProductEdits): Promise<UpdateOutcome> {
    if (!(await mayBeFree(mine.price))) return unsaved;
    const outcome = await updateProduct(base, mine);
    if (outcome.theirs) setConflict({ mine, theirs: outcome.theirs });
    return outcome;
  }

  return {
    began,
    conflict,
    save: (mine: ProductEdits) => save(began, mine),
    /** The values chosen from both versions. */
    saveChosen: (mine: ProductEdits) => save(conflict?.theirs ?? began, mine),
    beginFrom(now: Editable) {
      setBegan(now);
      setConflict(null);
    },
  } as const;
}

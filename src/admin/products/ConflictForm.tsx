import { useStore } from '@nanostores/react';
import type { Product } from '#shared/schemas/products.ts';
import { useEffect, useRef } from 'react';
import { categories } from '../categories/categories.ts';
import { SaveButton } from '../forms/SaveButton.tsx';
import { useSubmit, type Outcome } from '../forms/use-submit.ts';
import {
  differences,
  editLabels,
  editsOf,
  merged,
  shownEdit,
  type ProductEdits,
} from './product-edits.ts';

interface ConflictFormProps {
  /** The product as it was when the edit began. */
  readonly base: Product;
  readonly mine: ProductEdits;
  /** The product as somebody else saved it since. */
  readonly theirs: Product;
  readonly save: (edits: ProductEdits) => Promise<Outcome>;
  readonly onDone: () => void;
}

/** Two administrators changed one product: says where they differ and lets the second choose, field by field. */
export function ConflictForm({ base, mine, theirs, save, onDone }: ConflictFormProps) {
  const { rows } = useStore(categories.$list);
  const notice = useRef<HTMLParagraphElement>(null);
  const fields = differences(editsOf(base), mine, editsOf(theirs));
  const { busy, onSubmit } = useSubmit(
    (form) =>
      save(
        merged(
          mine,
          editsOf(theirs),
          fields.map((it) => it.name).filter((name) => form.get(name) === 'mine'),
        ),
      ),
    onDone,
  );
  // What was asked for did not happen; that must be heard first.
  useEffect(() => notice.current?.focus(), []);
  const named = (id: string) =>
    [...rows, ...(theirs.category ? [theirs.category] : [])].find((it) => it._id === id)?.name;

  return (
    <form className="form" onSubmit={onSubmit} data-unsaved>
      <p ref={notice} tabIndex={-1} role="alert">
        Somebody else changed this product while you were editing it. Nothing of yours was saved
        yet.{' '}
        {fields.length > 0
          ? 'Choose what to keep:'
          : 'What you entered is what it is now; saving changes nothing.'}
      </p>
      {fields.map(({ name, mineFirst }) => (
        <fieldset key={name} className="conflict">
          <legend className="field__label">{editLabels[name]}</legend>
          {(['theirs', 'mine'] as const).map((whose) => (
            <label key={whose} className="conflict__choice">
              <input
                type="radio"
                name={name}
                value={whose}
                defaultChecked={mineFirst === (whose === 'mine')}
              />
              {whose === 'mine' ? 'Yours' : 'In the shop now'}
              <span>{shownEdit(whose === 'mine' ? mine : editsOf(theirs), name, named)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <SaveButton label="Save this" busy={busy} />
    </form>
  );
}

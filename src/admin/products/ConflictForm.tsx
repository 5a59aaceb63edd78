import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useEffect, useRef } from 'react';
import { useForm, type Outcome } from '../../ui/use-form.ts';
import { $categories } from '../categories/categories.ts';
import { Form } from '../forms/Form.tsx';
import { differences, merged, shownEdit } from './product-differences.ts';
import { productLabels, type Editable, type ProductEdits } from './product-edits.ts';
import './conflict-form.css';

interface ConflictFormProps {
  /** The product when the edit started. */
  readonly base: Editable;
  readonly mine: ProductEdits;
  /** The product as saved by another administrator since. */
  readonly theirs: DetailedProduct;
  readonly save: (edits: ProductEdits) => Promise<Outcome>;
  readonly onDone?: () => void;
}

const versions = ['theirs', 'mine'] as const;
type Choices = Record<string, (typeof versions)[number]>;

/** Resolves a conflict between two administrators: the second one chooses a version for each differing field. */
export function ConflictForm({ base, mine, theirs, save, onDone }: ConflictFormProps) {
  const rows = useStore($categories);
  const notice = useRef<HTMLParagraphElement>(null);
  const fields = differences(base, mine, theirs);
  const form = useForm<Choices, Choices>({
    values: Object.fromEntries(
      fields.map(({ name, mineFirst }) => [name, mineFirst ? 'mine' : 'theirs']),
    ),
    save: (chosen) =>
      save(
        merged(
          mine,
          theirs,
          fields.map((it) => it.name).filter((name) => chosen[name] === 'mine'),
        ),
      ),
    ...(onDone && { onSaved: onDone }),
  });
  // Announced first: nothing was saved.
  useEffect(() => notice.current?.focus(), []);
  const named = (id: string) =>
    [...rows, ...(theirs.category ? [theirs.category] : [])].find((it) => it._id === id)?.name;

  return (
    <Form form={form} submit="Save this" data-unsaved>
      <p ref={notice} tabIndex={-1} role="alert">
        {messages.products.conflict(fields.length > 0)}
      </p>
      {fields.map(({ name }) => (
        <fieldset key={name} className="conflict">
          <legend className="field__label">{productLabels[name]}</legend>
          {versions.map((whose) => (
            <label key={whose} className="conflict__choice">
              <input type="radio" {...form.register(name)} value={whose} />
              {whose === 'mine' ? 'Yours' : 'In the shop now'}
              <span>{shownEdit(whose === 'mine' ? mine : theirs, name, named)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </Form>
  );
}

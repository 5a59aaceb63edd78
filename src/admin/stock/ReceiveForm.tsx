import type { LowVariant } from '#shared/schemas/stock.ts';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { adjustStock } from './stock.ts';
import { variantName } from './variant-fields.ts';

interface ReceiveFormProps {
  readonly variants: readonly LowVariant[];
  readonly onDone: () => void;
}

/** Its name in a list. */
export const nameOf = ({ product, ...variant }: LowVariant): string =>
  `${product.title}, ${variantName(variant)}`;

/** The received quantities; empty fields received nothing. */
export function ReceiveForm({ variants, onDone }: ReceiveFormProps) {
  const [noneIn, setNoneIn] = useState(false);
  const form = useForm({
    values: { note: '', pieces: variants.map(() => '') },
    async save({ note, pieces }: { note: string; pieces: string[] }) {
      const came = variants.flatMap(({ _id }, at) => {
        const text = pieces[at]?.trim() ?? '';
        return text === '' ? [] : [{ at, _id, by: Number(text) }];
      });
      setNoneIn(came.length === 0);
      const wrong = came.filter(({ by }) => !Number.isInteger(by) || by < 1);
      if (came.length === 0 || wrong.length > 0) {
        const message = 'A whole number above zero';
        return { ok: false, issues: wrong.map(({ at }) => ({ path: `pieces.${at}`, message })) };
      }
      const outcome = await adjustStock(
        came.map(({ _id: variant, by }) => ({ variant, by, reason: 'received', note })),
      );
      if (outcome.ok) return outcome;
      const issues = outcome.issues.map(({ path, message }) => {
        const at = came[Number(path.split('.')[1])]?.at;
        return { path: at === undefined ? 'note' : `pieces.${at}`, message };
      });
      return { ok: false, issues };
    },
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Received">
      {variants.map((it, at) => (
        <Field
          key={it._id}
          label={nameOf(it)}
          {...form.field(`pieces.${at}`)}
          type="number"
          min="1"
          step="1"
          autoComplete="off"
          hint={`${it.onHand} in stock, ${it.held} held${it.waiting > 0 ? `, ${it.waiting} waiting` : ''}`}
        />
      ))}
      <Field label="Note" {...form.field('note')} autoComplete="off" />
      <div role="alert">
        {noneIn && <p className="field__error">Enter how many pieces you received.</p>}
      </div>
    </Form>
  );
}

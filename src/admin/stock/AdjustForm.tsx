import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { ReasonSelect } from './ReasonSelect.tsx';
import { adjustStock } from './stock.ts';
import type { Reason } from './variant-fields.ts';

/** One change, without its variant. */
const schema = async () =>
  (await import('#shared/schemas/stock.ts')).adjustInput.shape.changes.element.omit({
    variant: true,
  });

interface AdjustFormProps {
  readonly variant: string;
  /** The initial reason; `received` needs no other input. */
  readonly reason?: Reason;
  readonly onDone?: () => void;
}

/** Changes the stock of one variant by a difference. */
export function AdjustForm({ variant, reason = 'received', onDone }: AdjustFormProps) {
  const form = useForm({
    schema,
    values: { reason, note: '' },
    async save(change) {
      const outcome = await adjustStock([{ ...change, variant }]);
      if (outcome.ok) return outcome;
      const issues = outcome.issues.map((it) => ({
        ...it,
        path: it.path.endsWith('.note') ? 'note' : 'by',
      }));
      return { ok: false, issues };
    },
    onSaved() {
      form.reset();
      onDone?.();
    },
  });
  return (
    <Form form={form} submit="Adjust" className="adjust">
      <Field
        label="Difference"
        {...form.field('by', { valueAsNumber: true })}
        type="number"
        step="1"
        required
        autoComplete="off"
        hint="5 adds five pieces, -2 removes two."
      />
      <ReasonSelect {...form.field('reason')} required />
      <Field label="Note" {...form.field('note')} className="form__wide" autoComplete="off" />
    </Form>
  );
}

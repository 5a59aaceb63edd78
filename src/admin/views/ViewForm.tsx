import { viewName, type View } from '#shared/schemas/views.ts';
import { z } from 'zod';
import { Check, Field } from '../../ui/Field.tsx';
import { shopDay } from '../../ui/time-zone.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { hasDays, withMovingDays } from './view-query.ts';
import { renameView, saveView } from './views.ts';

const schema = viewName.extend({ moves: z.boolean() });

interface ViewFormProps {
  readonly list: string;
  readonly filters: readonly TableFilter[];
  /** What is shown now. */
  readonly shown: string;
  /** The view to rename; null saves the current query. */
  readonly view: View | null;
  /** Called with the view's id. */
  readonly onDone: (id: string) => void;
}

/** Saves the current view of a list, or renames it. */
export function ViewForm({ list, filters, shown, view, onDone }: ViewFormProps) {
  const today = shopDay();
  const dated = view === null && hasDays(shown, filters);
  const form = useForm({
    schema,
    values: { name: view?.name ?? '', moves: false },
    async save({ name, moves }) {
      const query = moves ? withMovingDays(shown, filters, today) : shown;
      const reply = await (view ? renameView(view._id, name) : saveView({ list, name, query }));
      if (reply.ok) onDone(reply.view._id);
      return reply;
    },
  });
  return (
    <Form form={form} submit={view ? 'Rename' : 'Save'}>
      <Field
        label="Name"
        {...form.field('name')}
        maxLength={40}
        autoComplete="off"
        placeholder="Unpaid this week"
        hint={view ? undefined : 'A view with the same name is replaced. Only you see your views.'}
      />
      {dated && <Check label="Keep dates relative to today" {...form.register('moves')} />}
    </Form>
  );
}

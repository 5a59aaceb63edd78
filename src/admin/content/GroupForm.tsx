import { menuGroup } from '#shared/schemas/shop-frame.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveGroup, type GroupRow } from './menus.ts';

interface GroupFormProps {
  /** Null for a new one. */
  readonly group: GroupRow | null;
  readonly onDone: () => void;
}

const named = menuGroup.pick({ title: true });

export function GroupForm({ group, onDone }: GroupFormProps) {
  const form = useForm({
    schema: named,
    values: { title: group?.title ?? '' },
    save: ({ title }) => saveGroup(group?.place ?? null, title),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={group ? 'Update' : 'Add'}>
      <Field label="Heading" {...form.field('title')} maxLength={40} autoComplete="off" />
    </Form>
  );
}

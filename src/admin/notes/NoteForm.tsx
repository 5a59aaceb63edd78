import { noteInput } from '#shared/schemas/admin-users.ts';
import { TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import type { addNote } from './notes.ts';

export function NoteForm({ add }: { readonly add: (note: string) => ReturnType<typeof addNote> }) {
  const form = useForm({
    schema: noteInput,
    values: { note: '' },
    save: ({ note }) => add(note),
    onSaved: () => form.reset(),
  });
  return (
    <Form form={form} submit="Add note">
      <TextArea label="New note" {...form.field('note')} rows={3} maxLength={5000} />
    </Form>
  );
}

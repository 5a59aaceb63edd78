import { synonymInput, type Synonym } from '#shared/schemas/synonyms.ts';
import { z } from 'zod';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveSynonym } from './synonyms.ts';

/** Converts a comma-separated line to the list that the API expects. */
const typedWords = z.object({
  words: z
    .string()
    .transform((line) => line.split(',').filter((it) => it.trim() !== ''))
    .pipe(synonymInput.shape.words),
});

interface SynonymFormProps {
  /** Null for a new group. */
  readonly synonym: Synonym | null;
  readonly onDone: () => void;
}

export function SynonymForm({ synonym, onDone }: SynonymFormProps) {
  const form = useForm({
    schema: typedWords,
    values: { words: synonym?.words.join(', ') ?? '' },
    save: (values) => saveSynonym(synonym?._id ?? null, values),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={synonym ? 'Update' : 'Add'}>
      <Field
        label="Words"
        {...form.field('words')}
        hint="Words or phrases with the same meaning, separated by commas: pants, trousers."
        maxLength={900}
        autoComplete="off"
      />
    </Form>
  );
}

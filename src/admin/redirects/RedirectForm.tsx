import { redirectInput, type Redirect } from '#shared/schemas/redirects.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form, LinkField } from '../forms/Form.tsx';
import { saveRedirect } from './redirects.ts';

interface RedirectFormProps {
  /** Null for a new one. */
  readonly redirect: Redirect | null;
  /** The path of a new one. */
  readonly path?: string;
  readonly onDone: () => void;
}

export function RedirectForm({ redirect, path = '', onDone }: RedirectFormProps) {
  const form = useForm({
    schema: redirectInput,
    values: { from: redirect?.from ?? path, to: redirect?.to ?? '' },
    save: (values) => saveRedirect(redirect?._id ?? null, values),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={redirect ? 'Update' : 'Add'}>
      <Field
        label="From"
        {...form.field('from')}
        placeholder="/summer-sale"
        hint="The path that has no page any more. A page that exists always comes first."
        maxLength={500}
        autoComplete="off"
      />
      <LinkField label="To" {...form.field('to')} />
    </Form>
  );
}

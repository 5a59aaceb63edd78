import { visibleText } from '#shared/schemas/common.ts';
import type { HomeSection } from '#shared/schemas/home.ts';
import { z } from 'zod';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { kindNames, saveSection } from './home.ts';

interface HeadingFormProps {
  readonly section: HomeSection;
  readonly onDone: () => void;
}

const schema = z.object({ heading: visibleText(100) });

/** The heading of a section of the design. */
export function HeadingForm({ section, onDone }: HeadingFormProps) {
  const form = useForm({
    schema,
    values: { heading: section.heading },
    save: ({ heading }) => saveSection({ ...section, heading }),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Update">
      <Field
        label="Heading"
        {...form.field('heading')}
        placeholder={kindNames[section.kind]}
        hint="Leave empty for the default heading."
        maxLength={100}
        autoComplete="off"
      />
    </Form>
  );
}

import { faqInput, type Faq } from '#shared/schemas/faqs.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { createFaq, updateFaq } from './faqs.ts';

interface FaqFormProps {
  /** Null for a new one. */
  readonly faq: Faq | null;
  readonly onDone: () => void;
}

export function FaqForm({ faq, onDone }: FaqFormProps) {
  const { question = '', answer = '' } = faq ?? {};
  const form = useForm({
    schema: faqInput,
    values: { question, answer },
    save: (values, _, changes) => (faq ? updateFaq(faq._id, changes) : createFaq(values)),
    onSaved: onDone,
  });
  const verb = faq ? 'Edit' : 'New';
  return (
    <Form form={form} submit={faq ? 'Update' : 'Add'}>
      <Field
        label="Question"
        {...form.field('question')}
        placeholder={`${verb} Question`}
        maxLength={300}
      />
      <TextArea
        label="Answer"
        {...form.field('answer')}
        placeholder={`${verb} Answer`}
        rows={6}
        maxLength={5000}
        hint="{shipping} and {returns} stand for the current terms."
      />
    </Form>
  );
}

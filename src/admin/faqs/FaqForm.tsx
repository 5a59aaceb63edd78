import type { Faq } from '#shared/schemas/faqs.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { textOf, useSubmit } from '../forms/use-submit.ts';
import { saveFaq } from './faqs.ts';

interface FaqFormProps {
  /** Null for a new one. */
  readonly faq: Faq | null;
  readonly onDone: () => void;
}

export function FaqForm({ faq, onDone }: FaqFormProps) {
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) =>
      saveFaq(faq?._id ?? null, {
        question: textOf(form, 'question'),
        answer: textOf(form, 'answer'),
      }),
    onDone,
  );
  const verb = faq ? 'Edit' : 'New';
  return (
    <form className="form" onSubmit={onSubmit}>
      <Field
        label="Question"
        name="question"
        placeholder={`${verb} Question`}
        required
        maxLength={300}
        defaultValue={faq?.question}
        error={errorOf('question')}
      />
      <TextArea
        label="Answer"
        name="answer"
        rows={6}
        placeholder={`${verb} Answer`}
        required
        maxLength={5000}
        defaultValue={faq?.answer}
        error={errorOf('answer')}
      />
      <SaveButton label={faq ? 'Update' : 'Add'} busy={busy} />
    </form>
  );
}

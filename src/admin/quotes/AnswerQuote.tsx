import { useState } from 'react';
import { quoteWords, type Quote } from '#shared/schemas/quotes.ts';
import { Check, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { answerQuote } from './quotes.ts';

/** Sends a message to the company, optionally declining the quote. */
export function AnswerQuote({ quote: { _id, status } }: { readonly quote: Quote }) {
  const [decline, setDecline] = useState(false);
  const form = useForm({
    schema: quoteWords,
    values: { text: '' },
    save: ({ text }) => answerQuote(_id, text, decline),
    onSaved: () => {
      form.reset();
      setDecline(false);
    },
  });
  return (
    <Form form={form} submit={decline ? 'Decline the quote' : 'Send message'} className="panel">
      <TextArea label="Your message" {...form.field('text')} rows={3} maxLength={2000} />
      {status !== 'accepted' && status !== 'declined' && (
        <Check
          label="Also decline the quote"
          checked={decline}
          onChange={({ target }) => setDecline(target.checked)}
        />
      )}
    </Form>
  );
}

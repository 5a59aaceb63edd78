import { quoteMessages } from '#shared/quote-messages.ts';
import type { Quote } from '#shared/schemas/quotes.ts';
import { ownQuote, writeToQuote } from '../../api/quotes.ts';
import { write } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { TextArea } from '../../ui/Field.tsx';
import { formatAgo } from '../../ui/format-ago.ts';
import { shopName } from '../../ui/shop-name.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './Quotes.module.css';

/** The messages about a quote, and a form for the next one. */
export function QuoteMessages({ quote: { _id: id, company, messages } }: { quote: Quote }) {
  const { busy, field, formProps, reset } = useForm({
    schema: async () => (await import('#shared/schemas/quotes.ts')).quoteWords,
    values: { text: '' },
    save: async ({ text }) => {
      const reply = await writeToQuote(id, text);
      if (!reply.ok) {
        toastError(reply.message, undefined, 'quote');
        return reply;
      }
      toastSuccess(quoteMessages.written, undefined, 'quote');
      write(ownQuote(id), { quote: reply.quote });
      return reply;
    },
    onSaved: () => reset(),
  });
  return (
    <section className={style.messages} aria-labelledby="quote-messages">
      <h2 id="quote-messages">Messages</h2>
      {messages.length > 0 && (
        <ol>
          {messages.map(({ _id, fromOffice, text, createdAt }) => (
            <li key={_id} data-own={!fromOffice || undefined}>
              <p className="label">
                {fromOffice ? shopName() : company.name},{' '}
                <time dateTime={createdAt}>{formatAgo(createdAt)}</time>
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
      <form className="form" {...formProps}>
        <TextArea
          label="Your message"
          className="form__wide"
          {...field('text')}
          required
          rows={3}
          maxLength={2000}
        />
        <div className="form__wide">
          <SubmitButton busy={busy}>Send message</SubmitButton>
        </div>
      </form>
    </section>
  );
}

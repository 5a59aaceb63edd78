import { quoteMessages } from '#shared/quote-messages.ts';
import { quoteRequest } from '#shared/schemas/quotes.ts';
import { requestQuote } from '../../api/quotes.ts';
import { companyRoutes } from '../../company-routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { TextArea } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

/** A message to the shop, which is sent with the lines of the cart. */
export function QuoteForm() {
  const { busy, field, formProps } = useForm({
    schema: quoteRequest,
    values: { message: '' },
    save: async ({ message }) => {
      const reply = await requestQuote(message);
      if (!reply.ok) toastError(reply.message, undefined, 'quote');
      else
        moveWithToast(companyRoutes.userQuote(reply.quote._id), 'success', quoteMessages.requested);
      return reply;
    },
  });
  return (
    <form className="form" {...formProps}>
      <p className="form__wide">
        We will make you an offer for everything in your cart. Your cart does not change.
      </p>
      <TextArea
        label="Message (optional)"
        className="form__wide"
        {...field('message')}
        rows={4}
        maxLength={2000}
      />
      <div className="form__wide">
        <SubmitButton busy={busy}>Send request</SubmitButton>
      </div>
    </form>
  );
}

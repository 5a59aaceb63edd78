import { messages } from '#shared/messages.ts';
import { submitContact } from '../../api/contact.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

interface ContactFormProps {
  /** The id of the product that the message is about. */
  readonly product?: string | undefined;
}

/** The contact form, which is cleared after sending and kept on failure. */
export function ContactForm({ product }: ContactFormProps) {
  const { busy, field, formProps, reset } = useForm({
    schema: async () => (await import('#shared/schemas/contact.ts')).contactInput,
    save: async (values) => {
      const reply = await submitContact({ ...values, product });
      if (reply.ok) toastSuccess(messages.contact.sent);
      // Field errors are not repeated in a toast.
      else if (reply.issues.length === 0) toastError(reply.message);
      return reply;
    },
    onSaved: () => reset(),
  });
  return (
    <form className="form form--pairs" {...formProps}>
      <Field
        label="First name"
        {...field('firstname')}
        autoComplete="given-name"
        required
        maxLength={100}
      />
      <Field
        label="Last name"
        {...field('lastname')}
        autoComplete="family-name"
        required
        maxLength={100}
      />
      <Field
        className="form__wide"
        label="Email"
        {...field('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <TextArea
        className="form__wide"
        label="Message"
        {...field('message')}
        required
        maxLength={5000}
        rows={6}
      />
      <SubmitButton busy={busy} className="form__wide">
        {busy ? 'Sending…' : 'Send message'}
      </SubmitButton>
    </form>
  );
}

import { useRef, useState, type FormEvent } from 'react';
import { submitContact } from '../../api/contact.ts';
import type { Issue } from '../../api/client.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

const empty = { firstname: '', lastname: '', email: '', message: '' };
type Name = keyof typeof empty;

/** Sends a message to the shop. Empties itself after a send; keeps everything when it failed. */
export function ContactForm() {
  const [values, setValues] = useState(empty);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const issueOf = (name: Name) => issues.find((it) => it.path === name)?.message;
  const change = (name: Name) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setIssues([]);
    const reply = await submitContact(values);
    setSending(false);
    if (reply.ok) {
      setValues(empty);
      toastSuccess('Thank you. We have your message.');
      return;
    }
    setIssues(reply.issues);
    toastError(reply.message);
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  const messageIssue = issueOf('message');
  return (
    <form ref={form} className="form form--pairs" onSubmit={(event) => void send(event)}>
      <Field
        label="First name"
        name="firstname"
        autoComplete="given-name"
        required
        maxLength={100}
        value={values.firstname}
        onChange={change('firstname')}
        error={issueOf('firstname')}
      />
      <Field
        label="Last name"
        name="lastname"
        autoComplete="family-name"
        required
        maxLength={100}
        value={values.lastname}
        onChange={change('lastname')}
        error={issueOf('lastname')}
      />
      <Field
        className="form__wide"
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={values.email}
        onChange={change('email')}
        error={issueOf('email')}
      />
      <div className="field form__wide">
        <label htmlFor="contact-message">Message</label>
        <textarea
          id="contact-message"
          name="message"
          required
          maxLength={5000}
          rows={6}
          value={values.message}
          onChange={change('message')}
          aria-invalid={messageIssue ? true : undefined}
          aria-describedby={messageIssue ? 'contact-message-said' : undefined}
        />
        {messageIssue && (
          <p id="contact-message-said" className="field__error">
            {messageIssue}
          </p>
        )}
      </div>
      <SubmitButton busy={sending} className="form__wide">
        {sending ? 'Sending…' : 'Send message'}
      </SubmitButton>
    </form>
  );
}

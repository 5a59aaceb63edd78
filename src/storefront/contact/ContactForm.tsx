import { useState, type FormEvent } from 'react';
import { submitContact } from '../../api/contact.ts';
import type { Issue } from '../../api/client.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** What stands in a field of a form. */
function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Sends a message to the shop. Empties itself after a send; keeps everything when it failed. */
export function ContactForm() {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [sending, setSending] = useState(false);
  const issueOf = (name: string) => issues.find((it) => it.path === name)?.message;
  const messageIssue = issueOf('message');

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setSending(true);
    setIssues([]);
    const reply = await submitContact({
      firstname: textOf(data, 'firstname'),
      lastname: textOf(data, 'lastname'),
      email: textOf(data, 'email'),
      message: textOf(data, 'message'),
    });
    setSending(false);
    if (reply.ok) {
      form.reset();
      toastSuccess('Thank you. We have your message.');
      return;
    }
    showIssues(form, reply.issues, () => setIssues(reply.issues));
    // What stands at a field is not said twice.
    if (reply.issues.length === 0) toastError(reply.message);
  }

  return (
    <form className="form form--pairs" onSubmit={(event) => void send(event)}>
      <Field
        label="First name"
        name="firstname"
        autoComplete="given-name"
        required
        maxLength={100}
        error={issueOf('firstname')}
      />
      <Field
        label="Last name"
        name="lastname"
        autoComplete="family-name"
        required
        maxLength={100}
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

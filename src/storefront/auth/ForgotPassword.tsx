import { useEffect, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { forgotPassword } from '../../api/auth.ts';
import { nextPath } from '../../next-path.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

/** Requests a password reset email. The response never reveals whether an address is known. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState('');
  const sent = useRef<HTMLParagraphElement>(null);
  const [problem, setProblem] = useState('');
  const { busy, field, formProps } = useForm({
    schema: async () => (await import('#shared/schemas/auth.ts')).forgotPasswordInput,
    save: async ({ email }) => {
      const reply = await forgotPassword({ email, next: nextPath(location.search) || undefined });
      if (reply.ok) setSentTo(email);
      setProblem(reply.ok || reply.issues.length > 0 ? '' : reply.message);
      return reply;
    },
  });

  // The pressed button is gone.
  useEffect(() => sent.current?.focus(), [sentTo]);
  if (sentTo) {
    return (
      <p ref={sent} tabIndex={-1}>
        {messages.password.linkSent(sentTo)}
      </p>
    );
  }
  return (
    <form className="form" method="post" {...formProps}>
      <Field label="Email" {...field('email')} type="email" autoComplete="username" required />
      <Notice>{problem}</Notice>
      <SubmitButton busy={busy} className="button--wide">
        Send me a link
      </SubmitButton>
    </form>
  );
}

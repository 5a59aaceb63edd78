import { useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { acceptInvitation, resetPassword } from '../../api/auth.ts';
import { claimsOf } from '../../api/tokens.ts';
import { nextPath } from '../../next-path.ts';
import { routes } from '../../routes.ts';
import { keepLoginEmail } from '../../stores/login-email.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

/** Sets a new password, or the first one of an imported account, with the token in the fragment of the emailed link, which no server sees. */
export function ResetPassword() {
  const [problem, setProblem] = useState('');
  const token = useRef('');
  const { busy, field, formProps } = useForm({
    schema: async () => (await import('#shared/schemas/auth.ts')).resetPasswordInput,
    save: async ({ newPassword }) => {
      const link = new URLSearchParams(location.hash.slice(1));
      token.current ||= link.get('access_token') ?? '';
      const invitation = link.get('invitation');
      const reply = invitation
        ? await acceptInvitation(invitation, newPassword)
        : await resetPassword(token.current, newPassword);
      if (reply.ok) {
        const { email = '' } = 'email' in reply ? reply : claimsOf(token.current);
        keepLoginEmail(String(email));
        const login = routes.userLogin(nextPath(location.search));
        moveWithToast(login, 'success', messages.password.updated);
        return reply;
      }
      const expired = reply.status === 401 || reply.code === 'recovery_link_needed';
      const message = expired ? messages.password.linkExpired : reply.message;
      setProblem(reply.issues.length > 0 ? '' : message);
      return reply;
    },
  });
  return (
    <form className="form" method="post" {...formProps}>
      <PasswordField
        label="New password"
        {...field('newPassword')}
        autoComplete="new-password"
        required
        hint="At least 6 characters"
      />
      <Notice>{problem}</Notice>
      <SubmitButton busy={busy} className="button--wide">
        Save
      </SubmitButton>
    </form>
  );
}

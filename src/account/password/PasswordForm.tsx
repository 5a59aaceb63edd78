import { messages } from '#shared/messages.ts';
import type { PasswordInput } from '#shared/schemas/users.ts';
import type { Failure } from '../../api/client.ts';
import { changePassword } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

/** Changes the password. Has no schema, because by contract the server validates new passwords. */
export function PasswordForm() {
  const { busy, field, formProps } = useForm<PasswordInput, PasswordInput>({
    save: async (values) => {
      const reply = await changePassword(values);
      if (reply.ok) moveWithToast(routes.userAccount(), 'success', messages.password.updated);
      else toastError(describe(reply));
      return reply;
    },
  });
  return (
    <form className="form form--narrow" method="post" {...formProps}>
      <PasswordField
        label="Current password"
        {...field('currentPassword')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        label="New password"
        {...field('newPassword')}
        autoComplete="new-password"
        required
      />
      <div>
        <SubmitButton busy={busy}>{busy ? 'Saving…' : 'Save'}</SubmitButton>
      </div>
    </form>
  );
}

function describe({ status, code, message }: Failure): string {
  if (code === 'not_sent') return messages.password.requestError(message);
  return status === 0 ? messages.password.noResponse : messages.password.serverError(message);
}

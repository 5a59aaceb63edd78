import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { deleteAccount } from '../../api/own-data.ts';
import { writeToken } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { forgetCart } from '../../stores/cart.ts';
import { setCompanyName } from '../../stores/company-name.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { wantedKey } from '../../stores/wanted-key.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

/** Deletes the account, after password and confirmation. */
export function DeleteAccountForm() {
  const [asking, setAsking] = useState(false);
  const { busy, field, formProps, getValues, setError } = useForm({
    schema: async () => (await import('#shared/schemas/own-data.ts')).deleteAccountInput,
    save: async () => {
      setAsking(true);
      return { ok: true };
    },
  });

  const goAhead = async () => {
    const reply = await deleteAccount(getValues('password'));
    setAsking(false);
    if (reply.ok) {
      writeToken('user', '');
      setCompanyName('');
      forgetCart();
      sessionStorage.removeItem(wantedKey);
      moveWithToast(routes.index(), 'success', messages.profile.deleted);
      return;
    }
    const wrong = reply.issues.find((it) => it.path === 'password');
    if (wrong) setError('password', { message: wrong.message });
    else toastError(reply.message);
  };

  return (
    <form className="form" method="post" {...formProps}>
      <PasswordField
        label="Current password"
        {...field('password')}
        autoComplete="current-password"
        required
      />
      <div>
        <SubmitButton busy={busy} className="button--danger">
          Delete my account
        </SubmitButton>
      </div>
      <Confirm
        title="Delete your account"
        open={asking}
        question={messages.profile.confirmDelete}
        onYes={goAhead}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}

import { useState } from 'react';
import type { Order } from '#shared/schemas/orders.ts';
import { keepAccount } from '../../api/visitors.ts';
import { routes } from '../../routes.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { loginUser } from '../../stores/user-session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './CompletionView.module.css';

/** Makes the guest who placed an order a customer who keeps it, with nothing but a password. */
export function KeepAccount({ order }: { readonly order: Order }) {
  const { email } = order.user;
  const [done, setDone] = useState('');
  const [taken, setTaken] = useState(false);
  const { busy, field, formProps, errorOf, setError } = useForm({
    schema: async () => (await import('#shared/schemas/visitors.ts')).keepAccountInput,
    values: { password: '' },
    save: async ({ password }) => {
      const reply = await keepAccount(password);
      if (!reply.ok) {
        setTaken(reply.code === 'email_taken');
        const isOfPassword = reply.issues.some(({ path }) => path === 'password');
        if (!isOfPassword) setError('root', { message: reply.message });
        return reply;
      }
      if (!reply.confirmed) setDone(reply.message);
      else {
        const page = routes.userOrderDetails(order._id);
        const problem = await loginUser({ email, password });
        moveWithToast(problem ? routes.userLogin(page) : page, 'success', reply.message);
      }
      return reply;
    },
  });
  return (
    <section className={style.keep} aria-labelledby="keep-account">
      <h2 id="keep-account">Keep this order in an account</h2>
      <p role="status">{done}</p>
      {!done && (
        <form className="form" method="post" {...formProps}>
          <p className="form__wide">
            Choose a password for {email}. Without an account, the link in our email shows the order
            and its parcels, and cancels or returns it.
          </p>
          {/* For password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            className="form__wide"
            required
            hint="At least 6 characters"
            {...field('password')}
          />
          <Notice className="form__wide">
            {taken ? (
              <>
                {errorOf('root')}. <a href={routes.userLogin(routes.userOrders())}>Log in</a>
              </>
            ) : (
              errorOf('root')
            )}
          </Notice>
          <div className="form__wide">
            <SubmitButton busy={busy} className="button--quiet">
              {busy ? 'Creating your account…' : 'Create account'}
            </SubmitButton>
          </div>
        </form>
      )}
    </section>
  );
}

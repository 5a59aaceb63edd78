import { useStore } from '@nanostores/react';
import { companyMessages } from '#shared/company-messages.ts';
import type { z } from 'zod';
import type { invitationReply } from '#shared/schemas/companies.ts';
import { useEffect, useState } from 'react';
import { acceptInvitation, invitation } from '../../api/companies.ts';
import type { Reply } from '../../api/client.ts';
import { maySignIn } from '../../api/tokens.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { $userToken } from '../../stores/session.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { moveToLogin } from '../sign-in.ts';

/** The page of an invitation link: shows the invitation and, after sign-in, accepts it. */
export function Join() {
  const [found, setFound] = useState<Reply<z.infer<typeof invitationReply>>>();
  const [problem, setProblem] = useState('');
  const [token, setToken] = useState('');
  const signedIn = useStore($userToken) !== '' || (token !== '' && maySignIn('user'));

  useEffect(() => {
    const given = new URLSearchParams(location.search).get('token') ?? '';
    setToken(given);
    void invitation(given).fetch().then(setFound);
  }, []);

  const accept = async () => {
    const reply = await acceptInvitation(token);
    if (reply.ok) moveWithToast(companyRoutes.userCompany(), 'success', companyMessages.joined);
    else if (reply.status === 401) moveToLogin();
    else setProblem(reply.message);
  };

  if (!found) return <Spinner />;
  if (!found.ok) {
    return (
      <div className="form">
        <Notice>{found.status === 404 ? companyMessages.invitationEnded : found.message}</Notice>
        <a className="button button--quiet button--wide" href={routes.index()}>
          Go to the shop
        </a>
      </div>
    );
  }
  const { company, email, role } = found.invitation;
  const here = location.pathname + location.search;
  return (
    <div className="form">
      <p>
        <strong>{company}</strong> invites you to order on its behalf
        {role === 'manager' ? ' and to manage its members' : ''}. You will see its prices while you
        are signed in.
      </p>
      <Notice>{problem}</Notice>
      {signedIn ? (
        <Button className="button--wide" onClick={accept}>
          Accept the invitation
        </Button>
      ) : (
        <>
          <p>
            Please use the account for <strong>{email}</strong>.
          </p>
          <a className="button button--wide" href={routes.userLogin(here)}>
            Log in to accept
          </a>
          <a
            className="button button--quiet button--wide"
            href={`${routes.register()}?next=${encodeURIComponent(here)}`}
          >
            Create an account
          </a>
        </>
      )}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';

/** The target of the confirmation link for a new email address; the result is in the URL fragment. */
export function EmailChanged() {
  const [changed, setChanged] = useState<boolean>();
  const [login, setLogin] = useState(routes.userLogin());

  useEffect(() => {
    setChanged(
      (before) => before ?? new URLSearchParams(location.hash.slice(1)).has('access_token'),
    );
    const ofOffice = new URLSearchParams(location.search).get('as') === 'admin';
    if (ofOffice) setLogin(routes.adminLogin());
    // The session in the URL is not needed here, and the URL may be shared.
    history.replaceState(null, '', location.pathname + location.search);
  }, []);

  const { emailChanged, emailLinkFailed } = messages.profile;
  return (
    <div className="form">
      {/* The height of the longer text on a phone, so that nothing shifts. */}
      <p role="status" style={{ minBlockSize: '4lh' }}>
        {changed === undefined ? '' : changed ? emailChanged : emailLinkFailed}
      </p>
      <a className="button button--wide" href={login}>
        Login
      </a>
    </div>
  );
}

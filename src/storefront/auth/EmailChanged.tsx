import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';

/** Where the link of a mail to a new address leads: the auth server says behind the `#` how it went. */
export function EmailChanged() {
  const [changed, setChanged] = useState<boolean>();
  const [login, setLogin] = useState(routes.userLogin());

  useEffect(() => {
    setChanged(
      (before) => before ?? new URLSearchParams(location.hash.slice(1)).has('access_token'),
    );
    const ofOffice = new URLSearchParams(location.search).get('as') === 'admin';
    if (ofOffice) setLogin(routes.adminLogin());
    // The session that came along is of no use here, and an address may be shown to others.
    history.replaceState(null, '', location.pathname + location.search);
  }, []);

  const { emailChanged, emailLinkFailed } = messages.profile;
  return (
    <div className="form">
      {/* The height of the longer text on a phone: nothing moves when the text comes. */}
      <p role="status" style={{ minBlockSize: '4lh' }}>
        {changed === undefined ? '' : changed ? emailChanged : emailLinkFailed}
      </p>
      <a className="button button--wide" href={login}>
        Login
      </a>
    </div>
  );
}

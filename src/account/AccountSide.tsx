import { useEffect, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { fetchProfile } from '../api/users.ts';
import { routes } from '../routes.ts';
import { forgetCart } from '../stores/cart.ts';
import { userLogout } from '../stores/session.ts';
import { moveWithToast, toastError } from '../stores/toasts.ts';

const links = [
  { href: routes.userAccount(), name: 'Account' },
  { href: routes.updateAccount(), name: 'Manage Account' },
  { href: routes.changePassword(), name: 'Change Password' },
  { href: routes.userOrders(), name: 'Order History' },
  { href: routes.pendingOrders(), name: 'Pending Orders' },
  { href: routes.yourData(), name: 'Your Data' },
];

/** The side navigation of the account: who is signed in, where one can go, and the way out. */
export function AccountSide({ path }: { path: string }) {
  const [name, setName] = useState('');
  const [leaving, setLeaving] = useState(false);
  const strip = useRef<HTMLUListElement>(null);

  // On narrow pages the links are a strip: the one of this page comes into view.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && strip.current) strip.current.scrollLeft = current.offsetLeft - innerWidth / 3;
  }, []);

  useEffect(() => {
    let here = true;
    void fetchProfile().then((reply) => {
      if (here && reply.ok) setName(`${reply.user.firstname} ${reply.user.lastname}`);
    });
    return () => {
      here = false;
    };
  }, []);

  const leave = async () => {
    setLeaving(true);
    if (await userLogout()) {
      forgetCart();
      moveWithToast(routes.userLogin(), 'success', messages.auth.loggedOut);
      return;
    }
    setLeaving(false);
    toastError(messages.auth.logoutFailed);
  };

  return (
    <aside className="account__side" aria-label="Account">
      <p className="account__name">{name || ' '}</p>
      <nav aria-label="Account">
        <ul className="account__links" ref={strip}>
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href} aria-current={link.href === path ? 'page' : undefined}>
                {link.name}
              </a>
            </li>
          ))}
          <li>
            <button type="button" disabled={leaving} onClick={() => void leave()}>
              Logout
            </button>
          </li>
        </ul>
      </nav>
    </aside>
  );
}

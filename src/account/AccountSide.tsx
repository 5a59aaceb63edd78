import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { accountRoutes } from '../account-routes.ts';
import { companyRoutes } from '../company-routes.ts';
import { routes } from '../routes.ts';
import { wishListRoutes } from '../wish-list-routes.ts';
import { forgetCart } from '../stores/cart.ts';
import { $profile } from '../stores/profile.ts';
import { userLogout } from '../stores/user-session.ts';
import { wantedKey } from '../stores/wanted-key.ts';
import { moveWithToast, toastError } from '../stores/toasts.ts';
import { useLoaded } from './use-loaded.ts';
import style from './AccountSide.module.css';

/** Company pages are shown to members only. */
const links = [
  { href: routes.userAccount(), name: 'Account' },
  { href: routes.updateAccount(), name: 'Manage Account' },
  { href: accountRoutes.addresses(), name: 'Addresses' },
  { href: routes.changePassword(), name: 'Change Password' },
  { href: routes.userOrders(), name: 'Order History' },
  { href: routes.pendingOrders(), name: 'Pending Orders' },
  { href: wishListRoutes.wishList(), name: 'Wish List' },
];
const ofCompany = [
  { href: companyRoutes.userQuotes(), name: 'Quotes' },
  { href: companyRoutes.quickOrder(), name: 'Quick Order' },
  { href: companyRoutes.userCompany(), name: 'Your Company' },
];
const yourData = { href: routes.yourData(), name: 'Your Data' };

/** The side navigation of the account: the signed-in customer, links, and logout. */
export function AccountSide({ path }: { path: string }) {
  const { user, company } = useLoaded($profile).body ?? {};
  const [leaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    if (await userLogout()) {
      forgetCart();
      sessionStorage.removeItem(wantedKey);
      moveWithToast(routes.userLogin(), 'success', messages.auth.loggedOut);
      return;
    }
    setLeaving(false);
    toastError(messages.auth.logoutFailed);
  };

  return (
    <aside className={style.side} aria-label="Account">
      <p className={style.name}>{user && `${user.firstname} ${user.lastname}`}</p>
      <nav aria-label="Account">
        <ul className={style.links}>
          {[...links, ...(company ? ofCompany : []), yourData].map((link) => (
            <li key={link.href}>
              <a href={link.href} aria-current={path.startsWith(link.href) ? 'page' : undefined}>
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

export interface StoredItem {
  readonly names: readonly string[];
  readonly kind: 'Cookie' | 'Session storage' | 'Local storage';
  readonly purpose: string;
  readonly lasts: string;
}

/** Everything that the shop stores in a browser. All of it is strictly necessary, so there is no consent banner. */
export const browserStorage: readonly StoredItem[] = [
  {
    names: ['hemline_user_session', 'hemline_admin_session', 'hemline_visitor_session'],
    kind: 'Cookie',
    purpose:
      'Keeps you signed in, as a customer or in the back office, or keeps your cart if you order without an account. No script can read it.',
    lasts: 'Until the browser closes; 30 days with “Remember me” and for a cart without an account',
  },
  {
    names: ['hemline_user', 'hemline_admin', 'hemline_visitor'],
    kind: 'Cookie',
    purpose:
      'Tells pages that you are signed in or have a cart, and whether to remember it. Contains nothing else.',
    lasts: 'As long as the one above',
  },
  {
    names: ['hemline_device_user', 'hemline_device_admin'],
    kind: 'Cookie',
    purpose:
      'Shows that you have signed in with this browser before, so that nobody can lock you out by guessing your password. No script can read it.',
    lasts: 'A year after you last signed in',
  },
  {
    names: ['hemline_seen'],
    kind: 'Cookie',
    purpose:
      'The time of the newest content you have seen, so that you never get an older version and see your own changes at once.',
    lasts: 'A few seconds',
  },
  {
    names: ['userToken', 'adminToken', 'visitorToken'],
    kind: 'Session storage',
    purpose:
      'The access token that this tab sends with each request while you are signed in or have a cart.',
    lasts: 'Until the tab closes',
  },
  {
    names: ['hemline:order-attempt'],
    kind: 'Session storage',
    purpose: 'Prevents a second order when you click Pay Now twice.',
    lasts: 'Until the order is paid or the tab closes',
  },
  {
    names: ['hemline:cart-price'],
    kind: 'Session storage',
    purpose:
      'The delivery with its address, gift message, voucher and purchase order number that you chose for your cart.',
    lasts: 'Until the order is paid or the tab closes',
  },
  {
    names: ['hemline:pending-product'],
    kind: 'Session storage',
    purpose: 'The items that you chose before you signed in, until they are in your cart.',
    lasts: 'Until you sign in or the tab closes',
  },
  {
    names: ['hemline:login-email'],
    kind: 'Session storage',
    purpose: 'The email address that you entered to sign in, register or reset your password.',
    lasts: 'Until you sign in or the tab closes',
  },
  {
    names: ['hemline:review', 'hemline:wholesale-request', 'hemline:toast'],
    kind: 'Session storage',
    purpose:
      'What is needed on the next page: a review or request to send after you sign in, or a notification.',
    lasts: 'Until the next page',
  },
  {
    names: ['hemline:wish-list'],
    kind: 'Local storage',
    purpose:
      'The products on your wish list. While you are signed in, it is a copy of the list in your account.',
    lasts: 'Until you remove them; the copy until you sign out',
  },
  {
    names: ['hemline:seen'],
    kind: 'Local storage',
    purpose: 'The last products that you looked at, to show them to you again.',
    lasts: 'Until you clear them, or have seen 12 others',
  },
  {
    names: ['hemline-company'],
    kind: 'Local storage',
    purpose: 'The name of the company that you buy for, so that pages can load its prices.',
    lasts: 'Until you sign out',
  },
  {
    names: ['hemline:sidebar-narrow', 'hemline:dense-tables', 'hemline:no-single-keys'],
    kind: 'Local storage',
    purpose:
      'Display settings of the back office: menu width, row height, and whether / opens the search.',
    lasts: 'Until you change it',
  },
];

export interface StoredItem {
  readonly names: readonly string[];
  readonly kind: 'Cookie' | 'Session storage' | 'Local storage';
  readonly purpose: string;
  readonly lasts: string;
}

/** Everything that the shop keeps in a browser. All of it is needed for what somebody asked for, so there is no banner. */
export const browserStorage: readonly StoredItem[] = [
  {
    names: ['hemline_user_session', 'hemline_admin_session'],
    kind: 'Cookie',
    purpose: 'Keeps you signed in, as a customer or in the back office. No script can read it.',
    lasts: 'Until the browser closes; 30 days with “Remember me”',
  },
  {
    names: ['hemline_user', 'hemline_admin'],
    kind: 'Cookie',
    purpose:
      'Says only that somebody is signed in, and whether to remember that, so that pages know to ask.',
    lasts: 'As long as the sign-in',
  },
  {
    names: ['hemline_seen'],
    kind: 'Cookie',
    purpose:
      'Says how new what you saw is, so that nothing older follows; and lets you see at once what you have changed.',
    lasts: 'A few seconds',
  },
  {
    names: ['userToken', 'adminToken'],
    kind: 'Session storage',
    purpose: 'The pass that this tab shows with each request while you are signed in.',
    lasts: 'Until the tab closes',
  },
  {
    names: ['hemline:order-attempt'],
    kind: 'Session storage',
    purpose: 'Makes one order of two clicks on Pay Now.',
    lasts: 'Until the order is paid or the tab closes',
  },
  {
    names: ['hemline:cart-price'],
    kind: 'Session storage',
    purpose: 'The delivery, voucher and purchase order number that you chose for your cart.',
    lasts: 'Until the order is paid or the tab closes',
  },
  {
    names: [
      'hemline:pending-product',
      'hemline:review',
      'hemline:wholesale-request',
      'hemline:toast',
    ],
    kind: 'Session storage',
    purpose:
      'What waits for you on the next page: a garment, or a review or request that you wrote while you sign in, a notice.',
    lasts: 'Until the next page',
  },
  {
    names: ['hemline-company'],
    kind: 'Local storage',
    purpose: 'The name of the company that you buy for, so that pages know to ask for its prices.',
    lasts: 'Until you sign out',
  },
  {
    names: ['hemline:sidebar-narrow', 'hemline:dense-tables', 'hemline:no-single-keys'],
    kind: 'Local storage',
    purpose:
      'How wide the menu of the back office is, how high the rows of its tables, and whether a key goes to their search.',
    lasts: 'Until you change it',
  },
];

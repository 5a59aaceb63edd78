import { withOwnTexts } from './texts.ts';

/** Texts about ordering without an account. */
export const visitorMessages = withOwnTexts('visitorMessages', {
  saved: 'Checkout settings saved.',
  accountNeeded: 'Please sign in to order.',
  registered: 'Your account is ready. Your order is in it.',
  confirmFirst: 'We have sent you an email. Please open its link to complete your account.',
  linkSent: 'We have sent you an email. Its link adds your earlier orders to this account.',
  linkEnded: 'This link has expired or is not for this account.',
  claimed: (orders: number) =>
    orders === 1
      ? 'One earlier order was added to your account.'
      : `${orders} earlier orders were added to your account.`,
  noneFound: 'There are no earlier orders with your email address.',
} as const);

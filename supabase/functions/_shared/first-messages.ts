import { withOwnTexts } from './texts.ts';

/** The texts in the script of every page; all others are loaded with the parts that need them (messages.ts). */
export const cartMessages = withOwnTexts('cartMessages', {
  added: 'Product Added To Cart.',
  addFailed: 'An Error Occurred. Please try again!',
  addFailedOnDetail: 'An Error Occurred',
  /** The same text as in the SQL function `add_to_cart`. */
  full: 'Your cart is full: it holds 200 different items. Please order or remove some first!',
  removed: 'Removed from your cart.',
  empty: 'No item in the cart',
} as const);

/** Stands while the browser has no connection. */
export const connectionMessages = withOwnTexts('connectionMessages', {
  offline: 'You are offline. This page may be out of date, and changes cannot be saved.',
} as const);

/** How long a toast is shown, in milliseconds. */
export const toastTimes = { success: 3000, error: 9000, mismatch: 3000 } as const;

/** The texts that the script of every page carries; the others come with the parts that need them (messages.ts). */
export const cartMessages = {
  added: 'Product Added To Cart.',
  addFailed: 'An Error Occurred. Please try again!',
  addFailedOnDetail: 'An Error Occurred',
  /** Said by `add_to_cart` in these words too. */
  full: 'Your cart is full: it holds 200 different items. Please order or remove some first!',
  empty: 'No item in the cart',
} as const;

/** How long a toast stands, in milliseconds. */
export const toastTimes = { success: 3000, error: 9000, mismatch: 3000 } as const;

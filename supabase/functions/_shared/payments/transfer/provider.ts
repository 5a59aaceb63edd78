import type { ManualProvider } from '../provider.ts';

/** Bank transfer: the shopper gets the account, and the office records the money when it has arrived. */
export const transfer: ManualProvider = {
  name: 'transfer',
  title: 'Bank transfer',
  action: 'Pay by bank transfer',
  kind: 'transfer',
  facts: () => ({ mode: 'live', currencies: null, minimums: {}, countries: null }),
};

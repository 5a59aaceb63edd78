import type { ManualProvider } from '../provider.ts';

/** Cash on delivery: the parcel service collects the money, and the office records it. */
export const cash: ManualProvider = {
  name: 'cash',
  title: 'Cash on delivery',
  action: 'Pay on delivery',
  kind: 'on_delivery',
  facts: () => ({ mode: 'live', currencies: null, minimums: {}, countries: null }),
};

import type { CheckoutSettings } from '#shared/schemas/visitors.ts';

/** The choices of who may order. */
export const orderersText: Readonly<Record<CheckoutSettings['whoMayOrder'], string>> = {
  customers: 'Customers with an account',
  everybody: 'Everybody',
};

/**
 * `page`: the shopper pays on a page of the provider. `transfer`: the shopper gets instructions, and the office records the money
 * when it arrives. `on_delivery`: the order is sent first and paid when it arrives.
 */
export const paymentKinds = ['page', 'transfer', 'on_delivery'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

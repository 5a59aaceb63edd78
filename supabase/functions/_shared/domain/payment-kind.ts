/**
 * `page`: the shopper pays on a page of the provider. `transfer`: the shopper gets instructions, and the office records the money
 * when it arrives. `on_delivery`: the order is sent first and paid when it arrives.
 */
export const paymentKinds = ['page', 'transfer', 'on_delivery'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** `open`: the shop can answer the bank of the customer. `lost`: the money is with the customer. */
export const disputeStatuses = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

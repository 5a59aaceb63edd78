/** From the customer's request to the refund. */
export const returnStatuses = ['requested', 'approved', 'refused', 'received', 'refunded'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

export const returnLabels: Readonly<Record<ReturnStatus, string>> = {
  requested: 'Return requested',
  approved: 'Return approved',
  refused: 'Return refused',
  received: 'Return received',
  refunded: 'Return refunded',
};

/** Where a quote stands; `expired` is one that was offered, after its end. */
export const quoteStatuses = ['requested', 'offered', 'expired', 'accepted', 'declined'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

export const quoteLabels: Readonly<Record<QuoteStatus, string>> = {
  requested: 'Requested',
  offered: 'Offered',
  expired: 'Expired',
  accepted: 'Accepted',
  declined: 'Declined',
};

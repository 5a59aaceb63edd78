/** What the stock of a variant means for selling it, as administrators read it. */
export const stockPolicyLabels = {
  untracked: 'Not tracked',
  deny: 'No sale without stock',
  backorder: 'Back-order',
} as const;

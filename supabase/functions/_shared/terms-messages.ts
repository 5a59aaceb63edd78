/** The texts about orders on terms, apart from messages.ts: most screens load without them. */
export const termsMessages = {
  markedPaid: 'The order is paid.',
  refundedByTransfer: 'The refund is recorded. Please transfer the money.',
} as const;

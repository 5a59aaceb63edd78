/** The texts about orders on terms, apart from messages.ts: most screens load without them. */
export const termsMessages = {
  markedPaid: 'The order is paid.',
  refundedByTransfer: 'The refund is noted. Please pay it back by transfer.',
} as const;

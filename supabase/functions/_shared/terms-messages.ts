import { withOwnTexts } from './texts.ts';

/** The texts about payments that the office records, apart from messages.ts: most screens load without them. */
export const termsMessages = withOwnTexts('termsMessages', {
  /** By what came of it. */
  marked: {
    paid: 'The order is paid.',
    part: 'Recorded. The order is paid when the rest arrives.',
    held: 'Recorded, but its pieces were sold meanwhile, or its voucher was used up. Refund the money, or contact the customer.',
  },
  refundedByTransfer: 'The refund is recorded. Please transfer the money.',
} as const);

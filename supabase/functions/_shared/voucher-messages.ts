import { withOwnTexts } from './texts.ts';

/** The texts about vouchers in the back office, apart from messages.ts: most screens load without them. */
export const voucherMessages = withOwnTexts('voucherMessages', {
  created: 'Voucher Added Successfully.',
  updated: 'Voucher Updated Successfully.',
  removed: 'Voucher Deleted Successfully.',
  failed: 'An Error Occured. try again!',
  empty: 'No Vouchers Available!!!',
  confirmDelete:
    'Are you sure you want to delete this voucher? Orders that used it keep their price.',
} as const);

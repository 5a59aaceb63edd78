import { withOwnTexts } from './texts.ts';

/** The texts about ways to pay, apart from messages.ts: most screens load without them. */
export const paymentMethodMessages = withOwnTexts('paymentMethodMessages', {
  saved: 'Payments Updated Successfully.',
  failed: 'Payments were not saved. Please try again!',
  noneOn: 'Nobody can pay: switch at least one way to pay on.',
  noKey: (secrets: readonly string[]) =>
    `No key. Set ${secrets.join(' and ')} as ${secrets.length === 1 ? 'a secret' : 'secrets'} of the functions.`,
  answers: (title: string) => `${title} answered and accepts the key.`,
  copied: 'Address copied.',
  notCopied: 'The browser did not allow copying. Please select the address and copy it.',
  noAccount: 'No bank account. Add it in Settings → Taxes and invoices.',
  hasAccount: 'Shoppers are asked to pay to the bank account of Settings → Taxes and invoices.',
  onDelivery: 'Nothing is missing: the parcel service collects the money.',
} as const);

/** The texts about quotes and orders of the office, apart from messages.ts: few screens load them. */
export const quoteMessages = {
  requested: 'Your request is with us. We will write to you soon.',
  none: 'You have no quotes yet.',
  written: 'Your message was sent.',
  declined: 'Quote declined.',
  confirmDecline: 'Are you sure you want to decline this quote?',
  offered: 'The offer was sent.',
  answered: 'Your answer was sent.',
  noneFound: 'No quotes yet.',
  nothingFound: 'Nothing found.',
  orderPlaced: 'The order was placed. Its customer gets a mail with a link to pay.',
  notPayable: 'This order needs no payment.',
  unavailable: 'The payment page is unavailable. Please try again in a few minutes.',
} as const;

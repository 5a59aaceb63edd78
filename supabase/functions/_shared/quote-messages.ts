import { withOwnTexts } from './texts.ts';

/** The texts about quotes and orders of the office, apart from messages.ts: few screens load them. */
export const quoteMessages = withOwnTexts('quoteMessages', {
  requested: 'We have received your request and will reply soon.',
  none: 'You have no quotes yet.',
  written: 'Your message was sent.',
  declined: 'Quote declined.',
  confirmDecline: 'Are you sure you want to decline this quote?',
  offered: 'The offer was sent.',
  answered: 'Your answer was sent.',
  noneFound: 'No quotes yet.',
  nothingFound: 'Nothing found.',
  orderPlaced: 'Order placed. The customer will get an email with a payment link.',
  notPayable: 'This order needs no payment.',
  unavailable: 'The payment page is unavailable. Please try again in a few minutes.',
} as const);

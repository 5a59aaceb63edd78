import { withOwnTexts } from './texts.ts';

/** The texts about files of banks, apart from messages.ts: only one screen loads them. */
export const transferMessages = withOwnTexts('transferMessages', {
  nothingBooked: 'Nothing was recorded: these lines are not as they were shown any more.',
  booked: (count: number) => `${count === 1 ? '1 payment' : `${count} payments`} recorded.`,
  noLines: 'The file has no lines below its header.',
  columnsMissing: 'Please choose the columns with date, amount and text.',
} as const);

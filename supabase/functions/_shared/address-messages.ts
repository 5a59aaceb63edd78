import { withOwnTexts } from './texts.ts';

/** The texts about address books and gifts, apart from messages.ts: most screens load without them. */
export const addressMessages = withOwnTexts('addressMessages', {
  saved: 'Address saved.',
  removed: 'Address deleted.',
  none: 'No addresses yet. Add those that you send to often, and choose one at checkout.',
  confirmDelete: 'Are you sure you want to delete this address?',
  isRight: (example: string) => `Is this right? We expected something like ${example}.`,
  giftTooLong: (over: number, most: number) =>
    `At most ${most} characters. Please shorten it by ${over}.`,
  giftHint: 'We print your message on the packing slip, which has no prices.',
} as const);

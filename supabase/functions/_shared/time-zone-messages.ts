import { withOwnTexts } from './texts.ts';

/** Texts about the time zone of the shop. */
export const timeZoneMessages = withOwnTexts('timeZoneMessages', {
  saved: 'Time zone saved.',
} as const);

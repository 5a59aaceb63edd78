import { withOwnTexts } from './texts.ts';

/** Texts about the currency of the shop. */
export const currencyMessages = withOwnTexts('currencyMessages', {
  saved: 'Currency saved.',
  fixed:
    'The shop has orders, also in the trash, or offered quotes, so its currency can no longer change.',
} as const);

import { withOwnTexts } from './texts.ts';

/** Texts about who the shop is. */
export const shopMessages = withOwnTexts('shopMessages', {
  saved: 'Shop saved.',
  logoSaved: 'Logo saved.',
  logoRemoved: 'Logo removed.',
  failed: 'The shop could not be saved. Please try again.',
} as const);

/** Texts about who the shop is. */
export const shopMessages = {
  saved: 'Shop saved.',
  logoSaved: 'Logo saved.',
  logoRemoved: 'Logo removed.',
  failed: 'The shop could not be saved. Please try again.',
} as const;

import { withOwnTexts } from './texts.ts';

/** The texts about wish lists. */
export const wishListMessages = withOwnTexts('wishListMessages', {
  removed: 'Removed from your wish list.',
  full: 'Your wish list is full: it holds 500 products. Please remove some first!',
  /** The product was deleted or hidden meanwhile. */
  gone: 'This product is no longer available.',
  notStored:
    'Your browser does not let the shop store anything. Please sign in to keep a wish list.',
  empty: 'Your wish list is empty',
  failed: 'Your wish list could not be loaded.',
  shared: 'Everybody who has the link can see your wish list.',
  unshared: 'Your wish list is no longer shared, and its link no longer works.',
  copied: 'Link copied.',
  copyYourself: 'Please copy the link from the field above.',
  /** Of a link that its customer has withdrawn. */
  ended: 'This wish list is not shared, or no longer.',
  nothingLeft: 'Nothing on this wish list is on sale at the moment.',
} as const);

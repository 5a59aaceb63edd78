import { withOwnTexts } from './texts.ts';

/** The texts about price lists in the back office, apart from messages.ts: most screens load without them. */
export const priceListMessages = withOwnTexts('priceListMessages', {
  created: 'Price List Added Successfully.',
  updated: 'Price List Updated Successfully.',
  removed: 'Price List Deleted Successfully.',
  pricesSaved: 'Prices Saved Successfully.',
  quantitiesSaved: 'Order Quantities Saved Successfully.',
  failed: 'An Error Occured. try again!',
  empty: 'No Price Lists Available!!!',
  noPrices: 'No Prices In This List Yet!!!',
  deleted: 'This price list was deleted.',
  nameTaken: 'Another price list has this name',
  confirmDelete: 'Are you sure you want to delete this price list?',
  usedBy: (companies: number) =>
    `${companies === 1 ? '1 company uses' : `${companies} companies use`} it and will pay the shop’s standard prices.`,
} as const);

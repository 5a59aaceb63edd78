import { withOwnTexts } from './texts.ts';

/** The texts about orders of other shops. */
export const importedOrderMessages = withOwnTexts('importedOrderMessages', {
  empty: 'No orders of another shop were imported.',
  confirmDelete: 'Are you sure you want to delete this order? It can be imported again.',
  confirmDeleteMany: (count: number) =>
    count === 1
      ? 'Are you sure you want to delete this order? It can be imported again.'
      : `Are you sure you want to delete these ${count} orders? They can be imported again.`,
  removed: (count: number) => (count === 1 ? 'Order deleted.' : `${count} orders deleted.`),
  removeFailed: 'An Error Occured. try again!',
} as const);

import { colourName } from './domain/colour-name.ts';
import type { MissingPieces } from './schemas/parcels.ts';

/** The texts about stock and parcels, apart from messages.ts: most screens load without them. */
export const stockMessages = {
  lost: (explained: string) => ({
    question: 'Remove these sizes and colors?',
    explained,
    yes: 'Remove them',
    no: 'Keep them',
  }),
  saved: 'Sizes and Stock Saved Successfully.',
  adjusted: 'Stock Updated Successfully.',
  settingsSaved: 'Settings Updated Successfully.',
  failed: 'An Error Occured. try again!',
  noneLow: 'Nothing is running low.',
  noMovements: 'The stock has never been changed.',
  conflict: (differs: boolean) =>
    `Somebody else changed these sizes and colors while you were editing them. Your changes are not saved yet. ${differs ? 'You both changed the cells below; your values are kept unless you take theirs.' : 'Your values are kept.'} Save again when they are correct.`,
  /** Read out while a grid is edited. */
  readOnly: 'This cell is read-only.',
  copied: (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'} copied.`,
  written: (count: number, left: number) =>
    `${count} ${count === 1 ? 'cell' : 'cells'} changed${left > 0 ? `, ${left} skipped` : ''}.`,
  undone: 'Undone.',
  redone: 'Redone.',
  nothingToUndo: 'Nothing to undo or redo.',
} as const;

export const stockRequestMessages = {
  /** The same whether or not the address is on the list already. */
  added: 'Thank you. We will send you one email when it is back in stock.',
  explained: 'We send one email and then delete your address.',
} as const;

export const parcelMessages = {
  packed: 'Parcel packed.',
  sent: 'Parcel sent.',
  delivered: 'Parcel delivered.',
  parcelCancelled: 'Parcel cancelled.',
  parcelChanged: 'Parcel updated.',
  confirmCancel: 'Are you sure you want to cancel this parcel? Its items can be packed again.',
  many: (
    action: 'pack' | 'send',
    count: number,
    left: number,
    missing: readonly MissingPieces[] = [],
  ) => {
    const short = new Set(missing.map((it) => it.order)).size;
    return [
      `${count === 1 ? '1 order' : `${count} orders`} ${action === 'pack' ? 'packed' : 'sent'}.`,
      short > 0 && `${short} skipped. ${notInStock(missing)}`,
      left > short && `${left - short} skipped: not paid, or nothing left to ${action}.`,
    ]
      .filter(Boolean)
      .join(' ');
  },
} as const;

/** So many orders are named; the list of orders has the rest. */
const named = 5;

/** `Not in stock: 1 × Coat, Navy, M (HM-48213).` */
export function notInStock(missing: readonly MissingPieces[]): string {
  const shown = missing.slice(0, named).map(({ quantity, title, color, size, number }) => {
    const piece = [title, color && colourName(color), size].filter(Boolean).join(', ');
    return `${quantity} × ${piece} (${number})`;
  });
  const more = missing.length - shown.length;
  return `Not in stock: ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ')}.`;
}

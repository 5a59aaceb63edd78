import { colourName } from './domain/colour-name.ts';
import type { MissingPieces } from './schemas/parcels.ts';
import { withOwnTexts } from './texts.ts';

/** The texts about parcels. */
export const parcelMessages = withOwnTexts('parcelMessages', {
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
      left > short && `${left - short} skipped: not paid, disputed, or nothing left to ${action}.`,
    ]
      .filter(Boolean)
      .join(' ');
  },
} as const);

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

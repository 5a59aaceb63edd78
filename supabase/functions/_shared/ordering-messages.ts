import { withOwnTexts } from './texts.ts';

/** The texts about orders of many lines, apart from messages.ts: most screens load without them. */
export const orderingMessages = withOwnTexts('orderingMessages', {
  added: (pieces: number) =>
    pieces === 1 ? '1 piece added to your cart.' : `${pieces} pieces added to your cart.`,
  /** Of a block that was pasted into the grid. */
  pasteLeftOut: (many: number) =>
    many === 1
      ? '1 value was skipped: it is not a number, or its size is not available.'
      : `${many} values were skipped: they are not numbers, or their sizes are not available.`,
  /** Of one line of a list of SKUs. */
  needsQuantity: 'Enter a quantity from 1 to 999.',
  tooLong: 'You can add at most 200 lines at once. The rest of the list was skipped.',
  leftOut: (lines: number) =>
    lines === 1
      ? '1 line was not added. The reason is shown next to it.'
      : `${lines} lines were not added. The reasons are shown next to them.`,
  membersOnly: 'Quick order is only available to members of a wholesale company.',
  /** Of an order that is ordered again. */
  gone: (name: string) => `${name} is no longer available.`,
  draftSaved: 'Draft saved.',
  draftDeleted: 'Draft deleted.',
  noDrafts: 'No drafts yet. Save your cart under a name to find it here.',
} as const);

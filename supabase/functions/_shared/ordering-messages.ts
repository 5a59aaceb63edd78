/** The texts about orders of many lines, apart from messages.ts: most screens load without them. */
export const orderingMessages = {
  added: (pieces: number) =>
    pieces === 1 ? '1 piece added to your cart.' : `${pieces} pieces added to your cart.`,
  /** Of a block that was pasted into the grid. */
  pasteLeftOut: (many: number) =>
    many === 1
      ? '1 value was left out: it is no number, or its size is not for sale.'
      : `${many} values were left out: they are no numbers, or their sizes are not for sale.`,
  /** Of one line of a list of SKUs. */
  needsQuantity: 'Needs a quantity from 1 to 999.',
  tooLong: 'At most 200 lines go into the cart at once. The rest of the list was left out.',
  leftOut: (lines: number) =>
    lines === 1
      ? '1 line was not added. What is wrong stands beside it.'
      : `${lines} lines were not added. What is wrong stands beside them.`,
  membersOnly: 'Quick order is for members of a company that buys wholesale.',
  /** Of an order that is ordered again. */
  gone: (name: string) => `${name} is no longer available.`,
  draftSaved: 'Draft saved.',
  draftDeleted: 'Draft deleted.',
  noDrafts: 'No drafts yet. Save your cart under a name to find it here.',
} as const;

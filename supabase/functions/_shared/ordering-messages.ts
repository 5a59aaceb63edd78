/** The texts about orders of many lines, apart from messages.ts: most screens load without them. */
export const orderingMessages = {
  added: (pieces: number) =>
    pieces === 1 ? '1 piece added to your cart.' : `${pieces} pieces added to your cart.`,
  /** Of a block that was pasted into the grid. */
  pasteLeftOut: (many: number) =>
    many === 1
      ? '1 value was left out: it is no number, or its size is not for sale.'
      : `${many} values were left out: they are no numbers, or their sizes are not for sale.`,
} as const;

import { withOwnTexts } from './texts.ts';

/** The texts about links to orders and printed lists, apart from messages.ts: most screens load without them. */
export const orderLinkMessages = withOwnTexts('orderLinkMessages', {
  /** The same for a link that ended, a wrong one, and one to an order that was deleted. */
  ended: 'This link has expired. Please sign in to see your order.',
} as const);

export const printMessages = withOwnTexts('printMessages', {
  noneChosen: 'No orders selected. Select some in the list of orders first.',
  nothingToPick: 'There is nothing left to pack in these orders.',
} as const);

export const handlingMessages = withOwnTexts('handlingMessages', {
  handed: (count: number, toSomebody: boolean) =>
    `${count === 1 ? 'Order' : `${count} orders`} handed ${toSomebody ? 'over' : 'to nobody'}.`,
} as const);

/** The texts about a link to an order, apart from messages.ts: most screens load without them. */
export const orderLinkMessages = {
  /** The same for a link that ended, a wrong one, and one to an order that was deleted. */
  ended: 'This link has ended. Please sign in to see your order.',
} as const;

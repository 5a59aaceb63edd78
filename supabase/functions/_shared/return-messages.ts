/** The texts about returns, apart from messages.ts: few screens load them. */
export const returnMessages = {
  requested: 'Your return was requested. A receipt is on its way to your mailbox.',
  approved: 'Return approved.',
  refused: 'Return refused.',
  received: 'Return received.',
  confirmCancel:
    'Are you sure you want to cancel this order? All of it is refunded, and nothing is sent. This cannot be undone.',
} as const;

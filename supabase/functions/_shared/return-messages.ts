import { withOwnTexts } from './texts.ts';

/** The texts about returns, apart from messages.ts: few screens load them. */
export const returnMessages = withOwnTexts('returnMessages', {
  requested: 'Return requested. We have emailed you a receipt.',
  approved: 'Return approved.',
  refused: 'Return refused.',
  received: 'Return received.',
  cancelled: 'Order cancelled. The money is on its way back to you.',
  confirmCancelExchange:
    'Are you sure you want to cancel this exchange? The new pieces will not be sent, and what you send back is refunded instead.',
  confirmCancel:
    'Are you sure you want to cancel this order? The full amount will be refunded, and nothing will be sent. This cannot be undone.',
} as const);

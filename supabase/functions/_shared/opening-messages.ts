import type { Demo } from './schemas/opening.ts';
import { withOwnTexts } from './texts.ts';

/** The texts about opening a shop, and those of the door before it. */
export const openingMessages = withOwnTexts('openingMessages', {
  opened: (mailed: number) =>
    `Your shop is open.${mailed > 0 ? ` ${mailed === 1 ? 'One email is' : `${mailed} emails are`} on the way.` : ''}`,
  closed: 'Your shop is closed. Visitors see its door.',
  close: {
    question: 'Close the shop?',
    explained:
      'Visitors will see a door page and cannot order. Links in emails keep working, and administrators still see the shop.',
    yes: 'Close it',
    no: 'Keep it open',
  },
  removeDemo: ({ products, orders, customers, others }: Demo) => ({
    question: 'Remove the demo?',
    explained: `This deletes ${products} products with their reviews and pictures, ${orders} orders with their invoices and payments, ${customers} customers, and ${others} categories, banners, questions and the like, also where you have changed them. The shop’s name, address and texts are emptied unless you have changed them. What you added stays, and so do administrators. This cannot be undone.`,
    yes: 'Remove it',
    no: 'Keep it',
  }),
  demoRemoved: 'The demo is removed.',
  demoFailed: 'The demo could not be removed. Please try again.',
  failed: 'The shop could not be opened or closed. Please try again.',
  explained: 'We send one email and then delete your address.',
  /** The same whether or not the address is on the list already. */
  added: 'Thank you. We will send you one email when we open.',
} as const);

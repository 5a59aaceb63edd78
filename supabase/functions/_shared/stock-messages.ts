import { withOwnTexts } from './texts.ts';

/** The texts about stock, apart from messages.ts: most screens load without them. */
export const stockMessages = withOwnTexts('stockMessages', {
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
} as const);

export const stockRequestMessages = withOwnTexts('stockRequestMessages', {
  /** The same whether or not the address is on the list already. */
  added: 'Thank you. We will send you one email when it is back in stock.',
  explained: 'We send one email and then delete your address.',
} as const);

/** The texts about stock and parcels, apart from messages.ts: most screens load without them. */
export const stockMessages = {
  saved: 'Sizes and Stock Saved Successfully.',
  adjusted: 'Stock Updated Successfully.',
  settingsSaved: 'Settings Updated Successfully.',
  failed: 'An Error Occured. try again!',
  noneLow: 'Nothing is running low.',
  noMovements: 'The stock was never changed.',
  conflict: (differs: boolean) =>
    `Somebody else changed these sizes and colors while you were editing them. Nothing of yours was saved yet. ${differs ? 'You both changed the cells below; yours stay unless you take theirs.' : 'What you entered is kept.'} Save again when it is right.`,
  /** Read out while a grid is edited. */
  readOnly: 'This cell can only be read.',
  copied: (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'} copied.`,
  written: (count: number, left: number) =>
    `${count} ${count === 1 ? 'cell' : 'cells'} changed${left > 0 ? `, ${left} left out` : ''}.`,
  undone: 'Undone.',
  redone: 'Redone.',
  nothingToUndo: 'Nothing to undo or redo.',
} as const;

export const stockRequestMessages = {
  /** The same whether or not the address is on the list already. */
  added: 'Thank you. We will send you one email when it is back in stock.',
  explained: 'We send one email and then delete your address.',
} as const;

export const parcelMessages = {
  packed: 'Parcel packed.',
  sent: 'Parcel sent.',
  delivered: 'Parcel delivered.',
  parcelCancelled: 'Parcel cancelled.',
  parcelChanged: 'Parcel updated.',
  confirmCancel: 'Are you sure you want to cancel this parcel? Its pieces can be packed again.',
  many: (action: 'pack' | 'send', count: number, left: number) =>
    [
      `${count === 1 ? '1 order' : `${count} orders`} ${action === 'pack' ? 'packed' : 'sent'}.`,
      left > 0 && `${left} not: not paid, or nothing was left to ${action}.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const;

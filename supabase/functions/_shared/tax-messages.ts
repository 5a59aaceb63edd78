import { withOwnTexts } from './texts.ts';

/** The texts about taxes and invoices, apart from messages.ts: most screens load without them. */
export const taxMessages = withOwnTexts('taxMessages', {
  settingsSaved: 'Settings Updated Successfully.',
  saved: 'Tax Rate Saved Successfully.',
  removed: 'Tax Rate Deleted Successfully.',
  failed: 'An Error Occured. try again!',
  none: 'No rates yet. Nothing is taxed.',
  confirmDelete: 'Are you sure you want to delete this rate? Existing orders keep theirs.',
  taken: 'This country already has a rate for this class',
} as const);

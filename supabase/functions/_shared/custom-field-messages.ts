import { withOwnTexts } from './texts.ts';

/** The texts about custom fields in the back office, apart from messages.ts: most screens load without them. */
export const customFieldMessages = withOwnTexts('customFieldMessages', {
  created: 'Custom Field Added Successfully.',
  updated: 'Custom Field Updated Successfully.',
  removed: 'Custom Field Deleted Successfully.',
  ordered: 'The order of the custom fields is saved.',
  saved: 'Custom fields saved.',
  pictureSaved: 'Picture uploaded.',
  none: 'No fields yet.',
  dropQuestion: 'Remove choices that are in use?',
  dropYes: 'Remove them',
  dropNo: 'Keep them',
  failed: 'An Error Occured. try again!',
  taken: 'Another field of this record has this key',
  confirmDelete: 'The field and its values can be restored from the trash for 30 days.',
} as const);

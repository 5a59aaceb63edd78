import { withOwnTexts } from './texts.ts';

/** The texts about pages that the shop writes, apart from messages.ts: most screens load without them. */
export const pageMessages = withOwnTexts('pageMessages', {
  created: 'Page Added Successfully.',
  updated: 'Page Updated Successfully.',
  removed: 'Page Deleted Successfully.',
  restored: 'Version Restored Successfully.',
  failed: 'An Error Occured. try again!',
  empty: 'No Pages Available!!!',
  missing: 'This page does not exist any more.',
  addressTaken: 'Another page has this address.',
  noVersions: 'This page has not been changed yet.',
  sameText: 'Heading, description and text are the same.',
  confirmDelete: 'Are you sure you want to delete this page?',
  confirmRestore:
    'Restore this version? What the page says now is kept as a version, and unsaved changes will be lost.',
} as const);

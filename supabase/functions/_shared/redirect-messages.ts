import { withOwnTexts } from './texts.ts';

/** The texts about redirects in the back office, apart from messages.ts: most screens load without them. */
export const redirectMessages = withOwnTexts('redirectMessages', {
  created: 'Redirect Added Successfully.',
  updated: 'Redirect Updated Successfully.',
  removed: 'Redirect Deleted Successfully.',
  failed: 'An Error Occured. try again!',
  empty: 'No Redirects Available!!!',
  nothingMissing: 'No visitor has opened an address without a page.',
  forgotten: 'Removed from the list.',
  taken: 'Another redirect begins with this path',
  confirmDelete: 'Are you sure you want to delete this redirect?',
  confirmForget: 'The address returns to the list when somebody opens it again.',
} as const);

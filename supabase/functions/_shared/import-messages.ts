import { withOwnTexts } from './texts.ts';

/** The texts about imports of files in the back office. */
export const importMessages = withOwnTexts('importMessages', {
  running: 'The import has started. It goes on when you close this page.',
  undoing: 'The import is being undone.',
  retried: 'The pictures are fetched again.',
});

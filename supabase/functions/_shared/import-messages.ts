import { withOwnTexts } from './texts.ts';

/** The texts about imports of files in the back office. */
export const importMessages = withOwnTexts('importMessages', {
  running: 'The import has started. It goes on when you close this page.',
  undoing: 'The import is being undone.',
  retried: 'The pictures are fetched again.',
  pictureAdded: 'Picture added.',
  undo: {
    question: 'Undo this import?',
    explained:
      'New products go to the trash. Changed products become as they were before, but keep what was changed since.',
    yes: 'Undo it',
    no: 'Keep it',
  },
  undone: 'The import was undone.',
  notInZip: (names: string) => `Not in the ZIP file: ${names}`,
  noZip: 'This is not a ZIP file that can be read.',
});

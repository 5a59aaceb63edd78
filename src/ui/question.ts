import { atom } from 'nanostores';

interface Words {
  readonly question: string;
  readonly explained: string;
  readonly yes: string;
  readonly no: string;
}

interface Question {
  /** Omitted when asking about unsaved changes. */
  readonly words?: Words | undefined;
  readonly answer: (yes: boolean) => void;
}

/** The open question, or null. */
export const $question = atom<Question | null>(null);

/** Opens a confirmation dialog; Escape means no. */
export const ask = (words?: Words): Promise<boolean> =>
  new Promise((resolve) => {
    $question.set({
      words,
      answer(yes) {
        $question.set(null);
        resolve(yes);
      },
    });
  });

import { atom } from 'nanostores';

interface Words {
  readonly question: string;
  readonly explained: string;
  readonly yes: string;
  readonly no: string;
}

interface Question {
  /** Left out where it is asked whether what was entered may be lost. */
  readonly words?: Words | undefined;
  readonly answer: (yes: boolean) => void;
}

/** Asked while it is not null. */
export const $question = atom<Question | null>(null);

/** Asks over whatever is shown; Escape is a no. */
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

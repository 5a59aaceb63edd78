import { useState } from 'react';
import { ConfirmDelete } from './ConfirmDelete.tsx';
import type { Selected } from './DataTable.tsx';

interface BulkDeleteProps extends Selected {
  /** One of them, and several. */
  readonly nouns: readonly [one: string, many: string];
  readonly question: (count: number) => string;
  /** Answers whether they are gone. */
  readonly remove: (ids: readonly string[]) => Promise<boolean>;
}

/** Deletes all that is selected, after a question that names the count. */
export function BulkDelete({ ids, clear, nouns, question, remove }: BulkDeleteProps) {
  const [asked, setAsked] = useState(false);
  const count = ids.length;
  return (
    <>
      <button
        type="button"
        className="link-button link-button--danger"
        onClick={() => setAsked(true)}
      >
        Delete
      </button>
      <ConfirmDelete
        title={asked ? `Delete ${count} ${nouns[count === 1 ? 0 : 1]}` : null}
        question={question(count)}
        onYes={() => remove(ids)}
        onClose={() => {
          setAsked(false);
          clear();
        }}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

import { messages } from '#shared/messages.ts';
import { useState } from 'react';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { removeCategories } from './categories.ts';

/** What can be done to all selected categories at once. */
export function CategoryBulkActions({ ids, clear }: Selected) {
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
        title={asked ? `Delete ${count} ${count === 1 ? 'category' : 'categories'}` : null}
        question={
          count === 1
            ? messages.categories.confirmDelete
            : messages.categories.confirmDeleteMany(count)
        }
        onYes={() => removeCategories(ids)}
        onClose={clear}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

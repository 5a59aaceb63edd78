import { messages as texts } from '#shared/messages.ts';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { markMessages, removeMessages } from './messages.ts';

/** What can be done to all selected messages at once. */
export function MessageBulkActions({ ids, clear }: Selected) {
  return (
    <>
      {[true, false].map((read) => (
        <button
          key={String(read)}
          type="button"
          className="link-button"
          onClick={() => void markMessages(ids, read).then((done) => done && clear())}
        >
          {read ? 'Mark as read' : 'Mark as unread'}
        </button>
      ))}
      <BulkDelete
        {...{ ids, clear }}
        nouns={['message', 'messages']}
        question={texts.contact.confirmDeleteMany}
        remove={removeMessages}
      />
    </>
  );
}

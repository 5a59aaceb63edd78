import { messages as texts } from '#shared/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { exportChosen, markMessages, removeMessages } from './messages.ts';

const marks = [
  ['Mark as read', { read: true }],
  ['Mark as unread', { read: false }],
  ['Mark as answered', { answered: true }],
  ['Mark as not answered', { answered: false }],
] as const;

/** Bulk actions for the selected messages. */
export function MessageBulkActions({ ids, clear }: Selected) {
  return (
    <>
      {marks.map(([label, mark]) => (
        <Button
          key={label}
          look="link"
          onClick={() => markMessages(ids, mark).then((done) => done && clear())}
        >
          {label}
        </Button>
      ))}
      <Button look="link" onClick={() => exportChosen(ids)}>
        Export
      </Button>
      <BulkDelete
        {...{ ids, clear }}
        nouns={['message', 'messages']}
        question={texts.contact.confirmDeleteMany}
        remove={removeMessages}
      />
    </>
  );
}

import { useStore } from '@nanostores/react';
import { messages as texts } from '#shared/messages.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import { useMemo, useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { MessageBulkActions } from './MessageBulkActions.tsx';
import { MessageText } from './MessageText.tsx';
import { inbox, markMessages, removeMessage } from './messages.ts';

const rowId = (message: ContactMessage) => message._id;
const cellId = (message: ContactMessage) => `message-${message._id}`;
const nameOf = ({ firstname, lastname }: ContactMessage) => `${firstname} ${lastname}`.trim();
const filters = [
  {
    name: 'state',
    label: 'Show',
    options: [
      { value: 'unread', label: 'Unread' },
      { value: 'read', label: 'Read' },
    ],
  },
] as const;

function columnsFor(
  onOpen: (message: ContactMessage) => void,
  onDelete: (message: ContactMessage) => void,
): readonly Column<ContactMessage>[] {
  return [
    {
      id: 'from',
      header: 'From',
      kind: 'title',
      cell: (message) => (
        <span
          className="two-lines message-from"
          id={cellId(message)}
          data-unread={!message.readAt || undefined}
        >
          <span>{nameOf(message)}</span>
          <small>
            <EmailText email={message.email} />
          </small>
        </span>
      ),
    },
    {
      id: 'message',
      header: 'Message',
      cell: (message) => <span className="clamped">{message.message}</span>,
    },
    {
      id: 'state',
      header: 'State',
      cell: (message) => (
        <span className="status" data-good={message.readAt ? true : undefined}>
          {message.readAt ? 'Read' : 'Unread'}
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (message) => <RelativeTime iso={message.createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (message) => (
        <>
          <button
            type="button"
            className="link-button"
            aria-describedby={cellId(message)}
            onClick={() => onOpen(message)}
          >
            Open
          </button>
          <button
            type="button"
            className="link-button link-button--danger"
            aria-describedby={cellId(message)}
            onClick={() => onDelete(message)}
          >
            Delete
          </button>
        </>
      ),
    },
  ];
}

/** What people wrote through the contact form. */
export function MessagesScreen() {
  const list = useStore(inbox.$list);
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  const [doomed, setDoomed] = useState<ContactMessage | null>(null);
  const columns = useMemo(() => {
    const open = (message: ContactMessage) => {
      setOpened(message);
      if (!message.readAt) void markMessages([message._id], true, { quiet: true });
    };
    return columnsFor(open, setDoomed);
  }, []);
  return (
    <>
      <ScreenHead title="Messages">
        <RecentlyDeleted kind="contact_messages" reload={inbox.load} />
      </ScreenHead>
      <DataTable
        caption="Messages from the contact form"
        columns={columns}
        list={list}
        reload={inbox.load}
        rowId={rowId}
        rowName={(message) => `the message of ${nameOf(message)}`}
        empty={texts.contact.empty}
        searchLabel="Search messages"
        filters={filters}
        bulk={(selected) => <MessageBulkActions {...selected} />}
      />
      <Modal
        title={opened ? `Message of ${nameOf(opened)}` : ''}
        open={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <MessageText message={opened} onUnread={() => setOpened(null)} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete the message of ${nameOf(doomed)}`}
        question={texts.contact.confirmDelete}
        onYes={async () => doomed !== null && removeMessage(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

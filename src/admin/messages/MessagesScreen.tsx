import { messages as texts } from '#shared/messages.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import { useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { Button } from '../../ui/Button.tsx';
import { created, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { MessageBulkActions } from './MessageBulkActions.tsx';
import { MessageText } from './MessageText.tsx';
import { exportMessages, inbox, markMessages, removeMessage } from './messages.ts';
import './messages.css';

const nameOf = ({ firstname, lastname }: ContactMessage) => `${firstname} ${lastname}`.trim();
const filters = [
  {
    name: 'state',
    label: 'Show',
    options: [
      { value: 'unread', label: 'Unread' },
      { value: 'read', label: 'Read' },
      { value: 'unanswered', label: 'Not answered' },
      { value: 'answered', label: 'Answered' },
    ],
  },
] as const;

const columns: readonly Column<ContactMessage>[] = [
  {
    id: 'from',
    header: 'From',
    kind: 'title',
    cell: (message) => (
      <span className="two-lines message-from" data-unread={!message.readAt || undefined}>
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
      <span className="status" data-good={message.answeredAt ? true : undefined}>
        {message.answeredAt ? 'Answered' : message.readAt ? 'Read' : 'Unread'}
      </span>
    ),
  },
  created,
];

/** The messages from the contact form. */
export function MessagesScreen() {
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  function open(message: ContactMessage): void {
    setOpened(message);
    if (!message.readAt) void markMessages([message._id], { read: true }, { quiet: true });
  }
  return (
    <>
      <ScreenHead title="Messages">
        <Button look="quiet" onClick={exportMessages}>
          Export CSV
        </Button>
        <RecentlyDeleted kind="contact_messages" />
      </ScreenHead>
      <DataTable
        caption="Messages from the contact form"
        columns={columns}
        list={inbox}
        rowName={(message) => `the message from ${nameOf(message)}`}
        empty={texts.contact.empty}
        searchLabel="Search messages"
        filters={filters}
        links={(message, describedBy) => (
          <Button look="link" aria-describedby={describedBy} onClick={() => open(message)}>
            Open
          </Button>
        )}
        remove={{
          question: texts.contact.confirmDelete,
          run: (message) => removeMessage(message._id),
        }}
        bulk={(selected) => <MessageBulkActions {...selected} />}
      />
      <Modal
        title={opened ? `Message from ${nameOf(opened)}` : ''}
        open={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <MessageText message={opened} onDone={() => setOpened(null)} />}
      </Modal>
    </>
  );
}

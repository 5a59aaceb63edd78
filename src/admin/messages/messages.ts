import { messages as texts } from '#shared/messages.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import * as api from '../../api/admin-messages.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

export const inbox = pagedList<ContactMessage>(
  async (query) => {
    const reply = await api.fetchMessages(tableParams(query));
    return reply.ok ? pageOf(reply.messages, reply) : noPage(reply);
  },
  { filters: ['state'], sorts: ['created'] },
);

/** Says nothing on success when a message was merely opened. */
export async function markMessages(
  ids: readonly string[],
  read: boolean,
  { quiet = false } = {},
): Promise<boolean> {
  const reply = await api.markMessages(ids, read);
  if (!reply.ok) toastError(texts.contact.failed);
  else {
    if (!quiet) toastSuccess(texts.contact.marked);
    void inbox.load();
  }
  return reply.ok;
}

export async function removeMessage(id: string): Promise<boolean> {
  const reply = await api.deleteMessage(id);
  if (reply.ok) toastSuccess(texts.contact.removed, undoAction(reply.undo, inbox.load));
  else toastError(texts.contact.failed);
  void inbox.load();
  return reply.ok;
}

/** Deletes those that are still there. */
export async function removeMessages(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteMessages(ids);
  const gone = reply.ok && reply.count > 0;
  if (gone) toastSuccess(reply.message, undoAction(reply.undo, inbox.load));
  else toastError(texts.contact.failed);
  void inbox.load();
  return gone;
}

/** A mail to the writer with what was written below, for the shopkeeper's own mail program. */
export function answerLink({ email, firstname, message, createdAt }: ContactMessage): string {
  const quoted = message.replace(/^/gm, '> ');
  const day = createdAt.slice(0, 10);
  const body = `Dear ${firstname},\n\n\n\nOn ${day} you wrote:\n${quoted}`;
  // Mail programs cut longer addresses.
  const subject = encodeURIComponent('Your message to Hemline');
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}&body=${encodeURIComponent(body.slice(0, 1200))}`;
}

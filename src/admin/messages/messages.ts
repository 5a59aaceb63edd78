import { messages } from '#shared/messages.ts';
import type { ContactMessage, MessageMarks } from '#shared/schemas/contact.ts';
import * as api from '../../api/admin-messages.ts';
import { change, remove } from '../changes.ts';
import { shopName } from '../../ui/shop-name.ts';
import { saveReply } from '../listing/save-reply.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/contact'];
const { marked, answered, removed, failed } = messages.contact;

export const inbox = tableList(api.messagePage, {
  filters: ['state'],
  sorts: ['created'],
  idsOf: api.messageIds,
});

/** Downloads all messages that match the search and filters in the URL. */
export const exportMessages = () =>
  saveReply('messages.csv', api.fetchMessagesFile(inbox.params()));

export const exportChosen = (ids: readonly string[]) =>
  saveReply('messages.csv', api.fetchChosenMessages(ids));

/** Shows no toast if a message was merely opened. */
export const markMessages = async (
  ids: readonly string[],
  marks: MessageMarks,
  { quiet = false } = {},
) =>
  (await change(api.markMessages(ids, marks), paths, { failed, ...(!quiet && { done: marked }) }))
    .ok;

/** Keeps the answer and marks the message as answered. */
export const answerMessage = (id: string, answer: string) =>
  change(api.answerMessage(id, answer), paths, { done: answered, failed });

export const removeMessage = (id: string) =>
  remove(api.deleteMessage(id), { ids: [id], list: inbox, paths, failed, done: () => removed });

/** Deletes those that still exist. */
export const removeMessages = (ids: readonly string[]) =>
  remove(api.deleteMessages(ids), {
    ids,
    list: inbox,
    paths,
    failed,
    done: ({ count, message }) => (count > 0 ? message : null),
  });

/** An email with the answer and the original message, for the administrator's own mail program. */
export function answerLink(
  { email, firstname, message, createdAt }: ContactMessage,
  answer = '',
): string {
  const quoted = message.replace(/^/gm, '> ');
  const day = createdAt.slice(0, 10);
  const body = `Dear ${firstname},\n\n${answer}\n\nOn ${day} you wrote:\n${quoted}`;
  // Mail programs truncate longer URLs; a long answer can still be copied.
  const subject = encodeURIComponent(`Your message to ${shopName()}`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}&body=${encodeURIComponent(body.slice(0, 1200))}`;
}

import { messages } from '../../_shared/messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  contactInput,
  contactMessagesReply,
  markedReply,
  markMessagesInput,
  messagesQuery,
} from '../../_shared/schemas/contact.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/contact.ts';

export const contact: Call[] = [
  call(
    {
      method: 'POST',
      path: '/contact/submit',
      summary: 'Send the shop a message',
      access: 'anyone',
      body: contactInput,
      limit: 'contact',
      reply: messageReply,
      status: 201,
    },
    async ({ db, body }) => {
      await queries.addContactMessage(db, body);
      return { message: 'Message sent' };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/contact/messages',
      summary: 'A page of the messages to the shop, newest first',
      access: 'admin',
      query: messagesQuery,
      reply: contactMessagesReply,
    },
    ({ db, query }) => queries.listContactMessages(db, query),
  ),
  call(
    {
      method: 'PUT',
      path: '/contact/messages',
      summary: 'Mark messages as read or unread',
      access: 'admin',
      body: markMessagesInput,
      reply: markedReply,
    },
    async ({ db, body: { ids, read } }) => ({
      message: messages.contact.marked,
      changed: await queries.markContactMessages(db, ids, read),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/contact/messages/:id',
      summary: 'Delete a message',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteContactMessage(db, id());
      return { message: messages.contact.removed };
    },
  ),
];

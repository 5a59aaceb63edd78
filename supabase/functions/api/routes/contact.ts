import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { messages } from '../../_shared/messages.ts';
import { bulkReply, deletedReply, idsReply, messageReply } from '../../_shared/schemas/common.ts';
import {
  answerInput,
  contactInput,
  contactMessagesReply,
  markedReply,
  markMessagesInput,
  messageExportQuery,
  messageIdsInput,
  messagesQuery,
} from '../../_shared/schemas/contact.ts';
import { call, type Call } from '../call.ts';
import { readTimeZone } from '../../_shared/queries/time-zone.ts';
import { csvFile } from '../csv.ts';
import { messageCsvHeader, messageCsvPages } from '../people-csv.ts';
import * as queries from '../queries/contact.ts';
import { deleteRecord, deleteRecords } from '../queries/trash.ts';

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
    async ({ settings, body }) => {
      await queries.addContactMessage(connectAsService(settings), body);
      return { message: 'Message sent' };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/contact/messages',
      summary: 'A page of contact messages, newest first',
      access: 'admin',
      guardedInSql: true,
      query: messagesQuery,
      reply: contactMessagesReply,
    },
    ({ db, query }) => queries.listContactMessages(db, query),
  ),
  call(
    {
      method: 'GET',
      path: '/contact/messages/export',
      summary: 'All matching messages as a CSV file, oldest first',
      access: 'admin',
      query: messageExportQuery,
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db, query }) =>
      csvFile(
        'messages.csv',
        messageCsvHeader,
        messageCsvPages(queries.eachMessage(db, query), await readTimeZone(db)),
      ),
  ),
  call(
    {
      method: 'POST',
      path: '/contact/messages/export',
      summary: 'These messages as a CSV file, in their order; missing ones are skipped',
      access: 'admin',
      body: messageIdsInput,
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db, body: { ids } }) =>
      csvFile(
        'messages.csv',
        messageCsvHeader,
        messageCsvPages(queries.readMessages(db, ids), await readTimeZone(db)),
      ),
  ),
  call(
    {
      method: 'GET',
      path: '/contact/messages/ids',
      summary: `The ids of the matching messages on all pages, at most ${limits.bulkRows}`,
      access: 'admin',
      guardedInSql: true,
      query: messageExportQuery,
      reply: idsReply,
    },
    async ({ db, query }) => ({ ids: await queries.listMessageIds(db, query) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/contact/messages',
      summary: 'Mark messages as read or unread, answered or not',
      access: 'admin',
      body: markMessagesInput,
      reply: markedReply,
    },
    async ({ db, body: { ids, ...marks } }) => ({
      message: messages.contact.marked,
      changed: await queries.markContactMessages(db, ids, marks),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/contact/messages/:id/answer',
      summary: 'Answer a message by mail, and mark it as answered',
      access: 'admin',
      body: answerInput,
      reply: messageReply,
    },
    async ({ db, settings, body, id }) => {
      await queries.answerContactMessage(db, id(), body.answer);
      sendMailsSoon(settings);
      return { message: messages.contact.answered };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/contact/messages/:id',
      summary: 'Delete a message',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.contact.removed,
      undo: await deleteRecord({ db, bucket }, 'contact_messages', id(), 'Message'),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/contact/messages/delete',
      summary: 'Delete messages; missing ones are skipped',
      access: 'admin',
      body: messageIdsInput,
      reply: bulkReply,
    },
    async ({ db, bucket, body: { ids } }) => {
      const undo = await deleteRecords({ db, bucket }, 'contact_messages', ids);
      return { message: messages.contact.removedMany(undo.length), count: undo.length, undo };
    },
  ),
];

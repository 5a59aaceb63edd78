import { messages } from '../../_shared/messages.ts';
import { deletedReply, messageReply, placeInput } from '../../_shared/schemas/common.ts';
import {
  faqChangedReply,
  faqInput,
  faqsReply,
  faqTableQuery,
  faqTableReply,
  faqUpdate,
} from '../../_shared/schemas/faqs.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/faqs.ts';
import { deleteRecord } from '../queries/trash.ts';

export const faqs: Call[] = [
  call(
    {
      method: 'GET',
      path: '/faqs/all',
      summary: 'Frequently asked questions, in their order on the page',
      access: 'anyone',
      tags: ['faqs'],
      reply: faqsReply,
    },
    async ({ db }) => ({ faqs: await queries.listFaqs(db) }),
  ),
  call(
    {
      method: 'GET',
      path: '/faqs/admin/list',
      summary: 'A page of questions with their position, for the back office',
      access: 'admin',
      guardedInSql: true,
      query: faqTableQuery,
      reply: faqTableReply,
    },
    ({ db, query }) => queries.listFaqTable(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/faqs/create',
      summary: 'Add a question at the end',
      access: 'admin',
      body: faqInput,
      reply: faqChangedReply,
      status: 201,
    },
    async ({ db, body }) => ({
      message: messages.faqs.created,
      faq: await queries.insertFaq(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/faqs/place/:id',
      summary: 'Move a question to another position',
      access: 'admin',
      body: placeInput,
      reply: messageReply,
    },
    async ({ db, body, id }) => {
      await queries.moveFaq(db, id(), body.place);
      return { message: messages.faqs.ordered };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/faqs/update/:id',
      summary: 'Update a question or its answer',
      access: 'admin',
      body: faqUpdate,
      reply: faqChangedReply,
    },
    async ({ db, body, id }) => ({
      message: messages.faqs.updated,
      faq: await queries.updateFaq(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/faqs/delete/:id',
      summary: 'Delete a question',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.faqs.removed,
      undo: await deleteRecord({ db, bucket }, 'faqs', id(), 'Question'),
    }),
  ),
];

import { messages } from '../../_shared/messages.ts';
import { deletedReply, messageReply } from '../../_shared/schemas/common.ts';
import {
  faqChangedReply,
  faqInput,
  faqOrderInput,
  faqsReply,
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
      summary: 'Questions that are asked often, in the order of the page',
      access: 'anyone',
      tags: ['faqs'],
      reply: faqsReply,
    },
    async ({ db }) => ({ faqs: await queries.listFaqs(db) }),
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
      path: '/faqs/order',
      summary: 'Put the questions into another order',
      access: 'admin',
      body: faqOrderInput,
      reply: messageReply,
    },
    async ({ db, body }) => {
      await queries.orderFaqs(db, body.ids);
      return { message: messages.faqs.ordered };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/faqs/update/:id',
      summary: 'Change a question or its answer',
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
    async ({ db, id }) => ({
      message: messages.faqs.removed,
      undo: await deleteRecord(db, 'faqs', id(), 'Question'),
    }),
  ),
];

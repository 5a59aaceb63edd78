import { messages } from '../../_shared/messages.ts';
import { deletedReply } from '../../_shared/schemas/common.ts';
import {
  synonymChangedReply,
  synonymInput,
  synonymTableQuery,
  synonymTableReply,
} from '../../_shared/schemas/synonyms.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/synonyms.ts';
import { deleteRecord } from '../queries/trash.ts';

export const synonyms: Call[] = [
  call(
    {
      method: 'GET',
      path: '/synonyms/admin/list',
      summary: 'A page of the groups of search synonyms, newest first',
      access: 'admin',
      guardedInSql: true,
      query: synonymTableQuery,
      reply: synonymTableReply,
    },
    ({ db, query }) => queries.listSynonymTable(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/synonyms/create',
      summary: 'Add a group of synonyms',
      access: 'admin',
      body: synonymInput,
      reply: synonymChangedReply,
      status: 201,
    },
    async ({ db, body }) => ({
      message: messages.synonyms.created,
      synonym: await queries.insertSynonym(db, body.words),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/synonyms/update/:id',
      summary: 'Change the words of a group',
      access: 'admin',
      body: synonymInput,
      reply: synonymChangedReply,
    },
    async ({ db, body, id }) => ({
      message: messages.synonyms.updated,
      synonym: await queries.updateSynonym(db, id(), body.words),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/synonyms/delete/:id',
      summary: 'Delete a group of words',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.synonyms.removed,
      undo: await deleteRecord({ db, bucket }, 'search_synonyms', id(), 'Group of synonyms'),
    }),
  ),
];

import { messages } from '../../_shared/messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  viewChangedReply,
  viewInput,
  viewName,
  viewsQuery,
  viewsReply,
} from '../../_shared/schemas/views.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/views.ts';

export const views: Call[] = [
  call(
    {
      method: 'GET',
      path: '/views',
      summary: "The signed-in administrator's saved views of a list",
      access: 'admin',
      query: viewsQuery,
      reply: viewsReply,
    },
    async ({ db, query }) => ({ views: await queries.listViews(db, query.list) }),
  ),
  call(
    {
      method: 'POST',
      path: '/views',
      summary: 'Save a view of a list; one with the same name is replaced',
      access: 'admin',
      body: viewInput,
      reply: viewChangedReply,
      status: 201,
    },
    async ({ db, body }) => ({
      message: messages.views.saved,
      view: await queries.saveView(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/views/:id',
      summary: 'Rename a saved view',
      access: 'admin',
      body: viewName,
      reply: viewChangedReply,
      errors: ['name_taken'],
    },
    async ({ db, body, id }) => ({
      message: messages.views.renamed,
      view: await queries.renameView(db, id(), body.name),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/views/:id',
      summary: 'Delete a saved view',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteView(db, id());
      return { message: messages.views.removed };
    },
  ),
];

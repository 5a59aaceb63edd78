import { z } from 'zod';
import { connectAsService } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { redirectMessages } from '../../_shared/redirect-messages.ts';
import { deletedReply, messageReply } from '../../_shared/schemas/common.ts';
import { productImport } from '../../_shared/schemas/product-files.ts';
import {
  missingPageQuery,
  missingPagesInput,
  missingPagesReply,
  redirectChangedReply,
  redirectColumns,
  redirectFileRow,
  redirectFindQuery,
  redirectFoundReply,
  redirectInput,
  redirectTableQuery,
  redirectTableReply,
} from '../../_shared/schemas/redirects.ts';
import { redirectTable } from '../../_shared/table-import/redirects.ts';
import { siteSecretOf } from '../../_shared/site-secret.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { ApiError, notFound } from '../errors.ts';
import { importCalls } from '../import-calls.ts';
import * as queries from '../queries/redirects.ts';
import { deleteRecord } from '../queries/trash.ts';

const fileFormat = {
  kind: redirectTable,
  required: ['from'],
  row: redirectFileRow,
  label: ['from'],
};
const saveErrors = ['from_taken', 'redirect_loop', 'redirect_chain'];

export const redirects: Call[] = [
  call(
    {
      method: 'GET',
      path: '/redirects/find',
      summary: 'Where a path leads that has no page; null where it leads nowhere',
      access: 'anyone',
      tags: ['redirects'],
      query: redirectFindQuery,
      reply: redirectFoundReply,
    },
    async ({ db, query: { path } }) => ({ to: await db.call('redirect_target', { p_path: path }) }),
  ),
  call(
    {
      method: 'GET',
      path: '/redirects/admin/list',
      summary: 'A page of the redirects, newest first',
      access: 'admin',
      guardedInSql: true,
      query: redirectTableQuery,
      reply: redirectTableReply,
    },
    ({ db, query }) => queries.listRedirects(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/redirects/create',
      summary:
        'Lead an address without a page elsewhere; refused if it would lead back to itself or through more than ten others',
      access: 'admin',
      guardedInSql: true,
      body: redirectInput,
      reply: redirectChangedReply,
      status: 201,
      errors: saveErrors,
    },
    async ({ db, body }) => ({
      message: redirectMessages.created,
      redirect: await queries.saveRedirect(db, undefined, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/redirects/update/:id',
      summary: 'Change the path or the target of a redirect',
      access: 'admin',
      guardedInSql: true,
      body: redirectInput,
      reply: redirectChangedReply,
      errors: saveErrors,
    },
    async ({ db, body, id }) => ({
      message: redirectMessages.updated,
      redirect: await queries.saveRedirect(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/redirects/delete/:id',
      summary: 'Delete a redirect',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: redirectMessages.removed,
      undo: await deleteRecord({ db, bucket }, 'redirects', id(), 'Redirect'),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/redirects/export',
      summary: 'All redirects as a CSV file, with formulas escaped',
      access: 'admin',
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db }) =>
      csvFile('redirects.csv', Object.values(redirectColumns), queries.readRedirectFile(db)),
  ),
  ...importCalls({
    path: '/redirects/import',
    nouns: 'redirects',
    also: 'Redirects that are not in the file stay',
    format: fileFormat,
    body: productImport,
    write: ({ db }, rows, dry) => queries.importRedirects(db, rows, dry),
  }),
  call(
    {
      method: 'POST',
      path: '/redirects/missing',
      summary: 'Count visits of addresses without a page; only the site itself may call it',
      access: 'anyone',
      body: missingPagesInput,
      reply: messageReply,
      errors: ['forbidden'],
    },
    async ({ c, body, settings }) => {
      const { headers } = c.req.raw;
      // Calls that the site forwards have the address of their client.
      if (!siteSecretOf(headers, settings) || headers.has('x-client-address'))
        throw new ApiError(403, 'forbidden', 'You are not allowed to do this');
      const pages = { p_pages: new JsonValue(body.pages) };
      await connectAsService(settings).call('note_missing_pages', pages);
      return { message: 'Counted.' };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/redirects/missing',
      summary: 'A page of the addresses without a page that visitors opened, most visits first',
      access: 'admin',
      guardedInSql: true,
      query: missingPageQuery,
      reply: missingPagesReply,
    },
    ({ db, query }) => queries.listMissingPages(db, query),
  ),
  call(
    {
      method: 'DELETE',
      path: '/redirects/missing/:id',
      summary: 'Remove an address from this list until it is opened again',
      access: 'admin',
      guardedInSql: true,
      reply: messageReply,
    },
    async ({ db, id }) => {
      const forgotten = await db.call('office.forget_missing_pages', { p_ids: [id()] });
      if (forgotten === 0) throw notFound('Address');
      return { message: redirectMessages.forgotten };
    },
  ),
];

import { z } from 'zod';
import { pictureSize } from '../../_shared/domain/picture-size.ts';
import { pageMessages } from '../../_shared/page-messages.ts';
import { deletedReply } from '../../_shared/schemas/common.ts';
import {
  officePageReply,
  pageChangedReply,
  pageInput,
  pageLinksReply,
  pageRestore,
  pageTableQuery,
  pageTableReply,
  pageUpdate,
  pageVersionReply,
  pageVersionsReply,
  shownPageReply,
  textPictureReply,
} from '../../_shared/schemas/pages.ts';
import { call, type Call } from '../call.ts';
import { readPicture } from '../pictures.ts';
import { withImages } from '../queries/images.ts';
import * as queries from '../queries/pages.ts';
import { deleteRecord } from '../queries/trash.ts';

export const pages: Call[] = [
  call(
    {
      method: 'GET',
      path: '/pages/all',
      summary: 'Title and address of the pages that the shop has written and published',
      access: 'anyone',
      tags: ['pages'],
      reply: pageLinksReply,
    },
    async ({ db }) => ({ pages: await queries.listPages(db) }),
  ),
  call(
    {
      method: 'GET',
      path: '/pages/read/:slug',
      summary: 'A published page by the end of its address',
      access: 'anyone',
      tags: ['pages'],
      reply: shownPageReply,
    },
    async ({ c, db }) => ({ page: await queries.showPage(db, c.req.param('slug') ?? '') }),
  ),
  call(
    {
      method: 'GET',
      path: '/pages/admin/list',
      summary: 'One page of the table of pages, each with its state and who changed it last',
      access: 'admin',
      guardedInSql: true,
      query: pageTableQuery,
      reply: pageTableReply,
    },
    ({ db, query }) => queries.listPageTable(db, query),
  ),
  call(
    {
      method: 'GET',
      path: '/pages/admin/:id',
      summary: 'A page as it is edited',
      access: 'admin',
      reply: officePageReply,
    },
    async ({ db, id }) => ({ page: await queries.readPage(db, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/pages/versions/:id',
      summary: 'The earlier versions of a page, latest first',
      access: 'admin',
      reply: pageVersionsReply,
    },
    async ({ db, id }) => ({ versions: await queries.listVersions(db, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/pages/versions/:id/:version',
      summary: 'What a page said in an earlier version',
      access: 'admin',
      reply: pageVersionReply,
    },
    async ({ c, db, id }) => ({
      page: await queries.readVersion(db, id(), c.req.param('version') ?? ''),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/pages/create',
      summary: 'Add a page',
      access: 'admin',
      body: pageInput,
      reply: pageChangedReply,
      status: 201,
      errors: ['address_taken'],
    },
    async ({ db, body }) => ({
      message: pageMessages.created,
      page: await queries.createPage(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/pages/update/:id',
      summary: 'Change a page, unless somebody else has changed it since',
      access: 'admin',
      body: pageUpdate,
      reply: pageChangedReply,
      errors: ['address_taken', 'changed_meanwhile'],
    },
    async ({ db, body, id }) => ({
      message: pageMessages.updated,
      page: await queries.updatePage(db, id(), body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/pages/restore/:id',
      summary: 'Make a page say what it said in an earlier version',
      access: 'admin',
      body: pageRestore,
      reply: pageChangedReply,
      errors: ['changed_meanwhile'],
    },
    async ({ db, body, id }) => ({
      message: pageMessages.restored,
      page: await queries.restoreVersion(db, id(), body),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/pages/picture',
      summary: 'Upload a picture for the text of a page',
      access: 'admin',
      body: z.object({}),
      files: true,
      reply: textPictureReply,
      status: 201,
      errors: ['not_accepted'],
    },
    async ({ bucket, files }) => {
      const picture = await readPicture(files);
      const [width, height] = pictureSize(picture.extension, picture.bytes);
      return withImages(bucket, 'pages', [picture], ([src = '']) =>
        Promise.resolve({ src, width, height }),
      );
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/pages/delete/:id',
      summary: 'Delete a page, unless it belongs to every shop',
      access: 'admin',
      reply: deletedReply,
      errors: ['built_in'],
    },
    async ({ db, bucket, id }) => ({
      message: pageMessages.removed,
      undo: await deleteRecord({ db, bucket }, 'pages', id(), 'Page'),
    }),
  ),
];

import { messages } from '../../_shared/messages.ts';
import {
  adChangedReply,
  adInput,
  adTableQuery,
  adTableReply,
  adUpdate,
  currentAdReply,
} from '../../_shared/schemas/ads.ts';
import { deletedReply } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { readPictures } from '../pictures.ts';
import * as queries from '../queries/ads.ts';
import { removeImages, withImages } from '../queries/images.ts';
import { deleteRecord } from '../queries/trash.ts';

export const ads: Call[] = [
  call(
    {
      method: 'GET',
      path: '/ads/current',
      summary: 'The advertisement on the home page: the newest one that is not hidden, or null',
      access: 'anyone',
      tags: ['ads'],
      reply: currentAdReply,
    },
    async ({ db, imageUrl }) => {
      const row = await queries.readCurrentAd(db);
      return { ad: row ? queries.toAd(row, imageUrl) : null };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/ads/admin/list',
      summary: 'A page of advertisements for the back office',
      access: 'admin',
      guardedInSql: true,
      query: adTableQuery,
      reply: adTableReply,
    },
    ({ db, imageUrl, query }) => queries.listAdTable(db, imageUrl, query),
  ),
  call(
    {
      method: 'POST',
      path: '/ads/create',
      summary: 'Create an advertisement, optionally with a picture',
      access: 'admin',
      body: adInput,
      files: true,
      reply: adChangedReply,
      status: 201,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, imageUrl, body, files }) => {
      const pictures = await readPictures(files, 1);
      const row = await withImages(bucket, 'ads', pictures, ([image]) =>
        queries.insertAd(db, { ...body, image }),
      );
      return { message: messages.ads.created, ad: queries.toAd(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/ads/update/:id',
      summary: 'Update an advertisement; omitted fields and pictures stay',
      access: 'admin',
      body: adUpdate,
      files: true,
      reply: adChangedReply,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, imageUrl, body, files, id }) => {
      const pictures = await readPictures(files, 1);
      const before = await queries.readAd(db, id());
      const row = await withImages(bucket, 'ads', pictures, ([image]) =>
        queries.updateAd(db, before.id, { ...body, image }),
      );
      if (before.image !== null && before.image !== row.image) {
        await removeImages(bucket, [before.image]);
      }
      return { message: messages.ads.updated, ad: queries.toAd(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/ads/delete/:id',
      summary: 'Delete an advertisement',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.ads.removed,
      undo: await deleteRecord({ db, bucket }, 'advertisements', id(), 'Advertisement'),
    }),
  ),
];

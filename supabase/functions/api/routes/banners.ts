import { limits } from '../../_shared/domain/limits.ts';
import { messages } from '../../_shared/messages.ts';
import {
  bannerChangedReply,
  bannerInput,
  bannersReply,
  bannerTableQuery,
  bannerTableReply,
  bannerUpdate,
} from '../../_shared/schemas/banners.ts';
import { deletedReply, messageReply, placeInput } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { readPictures } from '../pictures.ts';
import * as queries from '../queries/banners.ts';
import { withImages } from '../queries/images.ts';
import { deleteRecord } from '../queries/trash.ts';

export const banners: Call[] = [
  call(
    {
      method: 'GET',
      path: '/banner/all',
      summary: 'The banners of the home page, in their order',
      access: 'anyone',
      tags: ['banners'],
      reply: bannersReply,
    },
    async ({ db, imageUrl }) => {
      const rows = await queries.listBanners(db);
      return { banners: rows.map((row) => queries.toBanner(row, imageUrl)) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/banner/admin/list',
      summary: 'One page of the table of banners, each with its place and state',
      access: 'admin',
      guardedInSql: true,
      query: bannerTableQuery,
      reply: bannerTableReply,
    },
    ({ db, imageUrl, query }) => queries.listBannerTable(db, imageUrl, query),
  ),
  call(
    {
      method: 'POST',
      path: '/banner/create',
      summary: 'Create a banner with pictures',
      access: 'admin',
      body: bannerInput,
      files: true,
      reply: bannerChangedReply,
      status: 201,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, imageUrl, body, files }) => {
      const pictures = await readPictures(files, limits.images.perUpload);
      const row = await withImages(bucket, 'banners', pictures, (images) =>
        queries.insertBanner(db, { ...body, images }),
      );
      return { message: messages.banners.created, banner: queries.toBanner(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/banner/update/:bannerId',
      summary: 'Change what is given of a banner: its texts, its link, when it is shown',
      access: 'admin',
      body: bannerUpdate,
      reply: bannerChangedReply,
    },
    async ({ db, imageUrl, body, id }) => {
      const row = await queries.updateBanner(db, id('bannerId'), body);
      return { message: messages.banners.updated, banner: queries.toBanner(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/banner/place/:bannerId',
      summary: 'Put a banner at another place',
      access: 'admin',
      body: placeInput,
      reply: messageReply,
    },
    async ({ db, body, id }) => {
      await queries.moveBanner(db, id('bannerId'), body.place);
      return { message: messages.banners.ordered };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/banner/delete/:bannerId',
      summary: 'Delete a banner',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: 'Banner Deleted Successfully.',
      undo: await deleteRecord({ db, bucket }, 'banners', id('bannerId'), 'Banner'),
    }),
  ),
];

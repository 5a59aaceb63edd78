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
import { ApiError } from '../errors.ts';
import { readPictures } from '../pictures.ts';
import * as queries from '../queries/banners.ts';
import { pathOf, removeImages, withImages } from '../queries/images.ts';
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
      summary:
        'Update a banner: texts, link, and when it is shown; omitted fields stay, and new pictures follow those that are kept',
      access: 'admin',
      body: bannerUpdate,
      files: true,
      reply: bannerChangedReply,
      errors: ['not_accepted', 'too_many_pictures'],
    },
    async ({ db, bucket, imageUrl, body: { kept, ...body }, files, id }) => {
      const pictures = await readPictures(files, limits.images.perUpload);
      const before = await queries.readBanner(db, id('bannerId'));
      const paths = kept?.map((it) => pathOf(it, imageUrl)) ?? before.images;
      const staying = [...new Set(paths)].filter((it) => before.images.includes(it));
      if (staying.length + pictures.length > limits.images.perUpload) {
        throw new ApiError(
          409,
          'too_many_pictures',
          messages.images.tooMany(limits.images.perUpload),
        );
      }
      const row = await withImages(bucket, 'banners', pictures, (added) =>
        queries.updateBanner(db, before.id, {
          ...body,
          images: kept || added.length > 0 ? [...staying, ...added] : undefined,
        }),
      );
      await removeImages(
        bucket,
        before.images.filter((it) => !row.images.includes(it)),
      );
      return { message: messages.banners.updated, banner: queries.toBanner(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/banner/place/:bannerId',
      summary: 'Move a banner to another position',
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

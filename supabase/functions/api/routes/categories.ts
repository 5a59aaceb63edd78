import { z } from 'zod';
import { messages } from '../../_shared/messages.ts';
import {
  categoriesDelete,
  categoriesReply,
  categoryChangedReply,
  categoryInput,
  categoryTableQuery,
  categoryTableReply,
} from '../../_shared/schemas/categories.ts';
import { bulkReply, deletedReply } from '../../_shared/schemas/common.ts';
import { salesReply } from '../../_shared/schemas/products.ts';
import { call, type Call } from '../call.ts';
import { readPicture } from '../pictures.ts';
import * as queries from '../queries/categories.ts';
import { removeImages, withImages } from '../queries/images.ts';
import { readSales } from '../queries/sales.ts';
import { purgeTrash } from '../queries/trash.ts';

export const categories: Call[] = [
  call(
    {
      method: 'GET',
      path: '/categories/all',
      summary: 'All categories, newest first',
      access: 'anyone',
      tags: ['categories'],
      reply: categoriesReply,
    },
    async ({ db, imageUrl }) => {
      const rows = await queries.listCategories(db);
      return { categories: rows.map((row) => queries.toCategory(row, imageUrl)) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/categories/create',
      summary: 'Create a category',
      access: 'admin',
      body: categoryInput,
      reply: categoryChangedReply,
      status: 201,
      errors: ['name_taken'],
    },
    async ({ db, imageUrl, body }) => {
      const row = await queries.insertCategory(db, body.name);
      return {
        message: messages.categories.created,
        category: queries.toCategory(row, imageUrl),
      };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/categories/update/:id',
      summary: 'Rename a category',
      access: 'admin',
      body: categoryInput,
      reply: categoryChangedReply,
      errors: ['name_taken'],
    },
    async ({ db, imageUrl, body, id }) => {
      const row = await queries.updateCategory(db, id(), { name: body.name });
      return {
        message: messages.categories.updated,
        category: queries.toCategory(row, imageUrl),
      };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/categories/:id/image',
      summary: 'Set the picture of a category',
      access: 'admin',
      body: z.object({}),
      files: true,
      reply: categoryChangedReply,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, imageUrl, id, files }) => {
      const picture = await readPicture(files);
      const before = await queries.readCategory(db, id());
      const row = await withImages(bucket, 'categories', [picture], ([image = '']) =>
        queries.updateCategory(db, before.id, { image }),
      );
      if (before.image !== null) await removeImages(bucket, [before.image]);
      return { message: messages.images.added, category: queries.toCategory(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/categories/delete/:id',
      summary: 'Delete a category; its products stay, and it can be restored for 30 days',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => {
      const undo = await queries.deleteCategories(db, [id()]);
      await purgeTrash({ db, bucket });
      return { message: messages.categories.removed, undo };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/categories/admin/list',
      summary: 'A page of categories for the back office',
      access: 'admin',
      guardedInSql: true,
      query: categoryTableQuery,
      reply: categoryTableReply,
    },
    ({ db, imageUrl, query }) => queries.listCategoryTable(db, imageUrl, query),
  ),
  call(
    {
      method: 'POST',
      path: '/categories/admin/delete',
      summary: 'Delete many categories, all or none; their products stay',
      access: 'admin',
      body: categoriesDelete,
      reply: bulkReply,
      errors: ['unknown_category'],
    },
    async ({ db, bucket, body }) => {
      const undo = await queries.deleteCategories(db, body.ids);
      await purgeTrash({ db, bucket });
      return { message: messages.categories.removed, count: undo.length, undo };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/categories/:id/sales',
      summary: 'The sales of a category by month',
      access: 'admin',
      reply: salesReply,
    },
    async ({ db, id }) => {
      const { id: category } = await queries.readCategory(db, id());
      return { sales: await readSales(db, { p_category: category }) };
    },
  ),
];

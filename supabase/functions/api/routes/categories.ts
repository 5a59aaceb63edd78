import { z } from 'zod';
import { messages } from '../../_shared/messages.ts';
import {
  categoriesReply,
  categoryChangedReply,
  categoryInput,
} from '../../_shared/schemas/categories.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { readPicture } from '../pictures.ts';
import * as queries from '../queries/categories.ts';
import { removeImages, withImages } from '../queries/images.ts';

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
    async ({ db, imageUrl, id, files }) => {
      const picture = await readPicture(files);
      const before = await queries.readCategory(db, id());
      const row = await withImages(db, 'categories', [picture], ([image = '']) =>
        queries.updateCategory(db, before.id, { image }),
      );
      if (before.image !== null) await removeImages(db, [before.image]);
      return { message: messages.images.added, category: queries.toCategory(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/categories/delete/:id',
      summary: 'Delete a category; its products stay',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      const image = await queries.deleteCategory(db, id());
      if (image !== null) await removeImages(db, [image]);
      return { message: 'Category Deleted Successfully.' };
    },
  ),
];

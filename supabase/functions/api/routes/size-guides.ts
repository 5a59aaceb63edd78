import { messages } from '../../_shared/messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  sizeGuideChangedReply,
  sizeGuideInput,
  sizeGuideReply,
  sizeGuidesReply,
} from '../../_shared/schemas/size-guides.ts';
import { call, type Call } from '../call.ts';
import { ApiError, notFound } from '../errors.ts';
import { readCategory } from '../queries/categories.ts';
import * as queries from '../queries/size-guides.ts';

const path = '/categories/:id/size-guide';

export const sizeGuides: Call[] = [
  call(
    {
      method: 'GET',
      path: '/categories/size-guides',
      summary: 'The size guides of all categories, in centimetres',
      access: 'anyone',
      tags: ['size_guides', 'categories'],
      reply: sizeGuidesReply,
    },
    async ({ db }) => ({ sizeGuides: await queries.listSizeGuides(db) }),
  ),
  call(
    {
      method: 'GET',
      path,
      summary: 'The size guide of a category, in centimetres; null if it has none',
      access: 'anyone',
      tags: ['size_guide:{id}', 'categories'],
      reply: sizeGuideReply,
    },
    async ({ db, id }) => {
      const { id: categoryId } = await readCategory(db, id());
      return { categoryId, sizeGuide: await queries.readSizeGuide(db, categoryId) };
    },
  ),
  call(
    {
      method: 'PUT',
      path,
      summary: 'Set the size guide of a category; cm has a text for each measure, such as 85–90',
      access: 'admin',
      body: sizeGuideInput,
      reply: sizeGuideChangedReply,
      errors: ['changed_meanwhile'],
    },
    async ({ db, body, id }) => {
      const { id: category } = await readCategory(db, id());
      const saved = await queries.saveSizeGuide(db, category, body);
      const sizeGuide = await queries.readSizeGuide(db, category);
      if (!saved || !sizeGuide) {
        throw new ApiError(409, 'changed_meanwhile', messages.sizeGuides.changed);
      }
      return { message: messages.sizeGuides.saved, sizeGuide };
    },
  ),
  call(
    {
      method: 'DELETE',
      path,
      summary: 'Delete the size guide of a category',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      if (!(await queries.deleteSizeGuide(db, id()))) throw notFound('Size guide');
      return { message: messages.sizeGuides.removed };
    },
  ),
];

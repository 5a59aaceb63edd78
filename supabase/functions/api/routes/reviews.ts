import { connectAsService } from '../../_shared/queries/database.ts';
import { messages } from '../../_shared/messages.ts';
import { partQuery } from '../../_shared/schemas/common.ts';
import { reviewAddedReply, reviewInput, reviewsReply } from '../../_shared/schemas/reviews.ts';
import { productImport } from '../../_shared/schemas/product-files.ts';
import { call, type Call } from '../call.ts';
import { importCalls } from '../import-calls.ts';
import { importReviews, reviewFormat } from '../review-import.ts';
import * as queries from '../queries/reviews.ts';

const path = '/reviews/products/:id/reviews';

export const reviews: Call[] = [
  ...importCalls({
    path: '/reviews/admin/import',
    nouns: 'reviews',
    also: 'Those that are not published or have no words are left out, and none is added twice',
    format: reviewFormat,
    body: productImport,
    write: ({ db }, rows, dry) => importReviews(db, rows, dry),
  }),
  call(
    {
      method: 'GET',
      path,
      summary: 'Reviews of a product, newest first; the first page includes the rating of all',
      access: 'anyone',
      tags: ['reviews:{id}'],
      query: partQuery,
      reply: reviewsReply,
    },
    async ({ db, id, query }) => {
      const { items: reviews, ...rest } = await queries.listReviews(db, id(), query);
      return { reviews, ...rest };
    },
  ),
  call(
    {
      method: 'POST',
      path,
      summary: 'Review a product',
      access: 'customer',
      body: reviewInput,
      limit: 'review',
      reply: reviewAddedReply,
      status: 201,
    },
    async ({ settings, caller, id, body }) => {
      const review = await queries.addReview(connectAsService(settings), caller.id, id(), body);
      return { message: messages.reviews.added, review };
    },
  ),
];

import { messages } from '../../_shared/messages.ts';
import { partQuery } from '../../_shared/schemas/common.ts';
import { reviewAddedReply, reviewInput, reviewsReply } from '../../_shared/schemas/reviews.ts';
import { call, type Call } from '../call.ts';
import { readProduct } from '../queries/products.ts';
import { addReview, listReviews, readRating } from '../queries/reviews.ts';

const path = '/reviews/products/:id/reviews';

export const reviews: Call[] = [
  call(
    {
      method: 'GET',
      path,
      summary: 'Reviews of a product, newest first; the first page tells the rating of all of them',
      access: 'anyone',
      tags: ['reviews:{id}'],
      query: partQuery,
      reply: reviewsReply,
    },
    async ({ db, id, query }) => {
      const firstOfPages = query.limit !== undefined && query.cursor === undefined;
      const [{ items: reviews, ...rest }, rating] = await Promise.all([
        listReviews(db, id(), query),
        firstOfPages ? readRating(db, id()) : undefined,
      ]);
      if (reviews.length === 0) await readProduct(db, id());
      return { reviews, ...rest, ...(rating ? { rating } : {}) };
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
    async ({ db, id, body }) => {
      await readProduct(db, id());
      return { message: messages.reviews.added, review: await addReview(db, id(), body) };
    },
  ),
];

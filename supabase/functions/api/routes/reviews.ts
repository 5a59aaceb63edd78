import { messages } from '../../_shared/messages.ts';
import { reviewAddedReply, reviewInput, reviewsReply } from '../../_shared/schemas/reviews.ts';
import { call, type Call } from '../call.ts';
import { readProduct } from '../queries/products.ts';
import { addReview, listReviews } from '../queries/reviews.ts';

const path = '/reviews/products/:id/reviews';

export const reviews: Call[] = [
  call(
    {
      method: 'GET',
      path,
      summary: 'Reviews of a product, newest first',
      access: 'anyone',
      tags: ['reviews:{id}'],
      reply: reviewsReply,
    },
    async ({ db, id }) => {
      const reviews = await listReviews(db, id());
      if (reviews.length === 0) await readProduct(db, id());
      return { reviews };
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

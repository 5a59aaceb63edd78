import type { Db } from '../../_shared/queries/database.ts';
import type { ReviewRow } from '../../_shared/queries/rows.ts';
import type { PartQuery } from '../../_shared/schemas/common.ts';
import type { Rating, Review } from '../../_shared/schemas/reviews.ts';
import { notFound } from '../errors.ts';
import { readPage, type Page, type Sorting, type Window } from './paging.ts';

function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    rating: row.rating,
    comment: row.comment,
    user: { firstname: row.firstname, lastname: row.lastname },
    bought: row.bought,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const newestFirst: Sorting = { column: 'created_at', ascending: false };

/** Newest first, optionally paged; the first page has the rating of all. @throws ApiError 404 without the product */
export async function listReviews(
  db: Db,
  productId: string,
  query: PartQuery,
): Promise<Page<Review> & { rating?: Rating }> {
  let rating: Rating | null = null;
  const read = async ({ after, to }: Window): Promise<ReviewRow[]> => {
    const found = await db.call('list_reviews', {
      p_product: productId,
      p_limit: to + 1,
      p_rated: query.limit !== undefined && query.cursor === undefined,
      p_after_value: after?.value,
      p_after_id: after?.id,
    });
    if (found === null) throw notFound('Product');
    rating = found.rating;
    return found.rows;
  };
  const page = await readPage(query, newestFirst, read, toReview);
  return { ...page, ...(rating ? { rating } : {}) };
}

/** Requires the service role: customers may not insert directly, which would bypass the rate limit. @throws ApiError 404 without the product */
export async function addReview(
  service: Db,
  customerId: string,
  productId: string,
  { rating, comment }: { rating: number; comment: string },
): Promise<Review> {
  const added = await service.call('add_review', {
    p_customer: customerId,
    p_product: productId,
    p_rating: rating,
    p_comment: comment,
  });
  if (added === null) throw notFound('Product');
  return toReview(added);
}

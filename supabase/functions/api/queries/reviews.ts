import type { Ask } from '../../_shared/queries/asking.ts';
import type { PartQuery } from '../../_shared/schemas/common.ts';
import type { Rating, Review } from '../../_shared/schemas/reviews.ts';
import { notFound } from '../errors.ts';
import { readPage, type Page, type Sorting, type Window } from './paging.ts';

interface ReviewRow {
  id: string;
  rating: number;
  comment: string;
  firstname: string;
  lastname: string;
  created_at: string;
}

function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    rating: row.rating,
    comment: row.comment,
    user: { firstname: row.firstname, lastname: row.lastname },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const newestFirst: Sorting = { column: 'created_at', ascending: false };

/** What the function of the database makes; for the generated types it is any JSON. */
interface Listed {
  rows: ReviewRow[];
  rating: Rating | null;
}

/** Newest first; a page of them when one is asked for, and with the first page the rating of all. Throws 404 without the product. */
export async function listReviews(
  ask: Ask,
  productId: string,
  query: PartQuery,
): Promise<Page<Review> & { rating?: Rating }> {
  let rating: Rating | null = null;
  const read = async ({ after, to }: Window): Promise<ReviewRow[]> => {
    const found = await ask('list_reviews', {
      p_product: productId,
      p_limit: to + 1,
      p_rated: query.limit !== undefined && query.cursor === undefined,
      ...(after ? { p_after_value: after.value, p_after_id: after.id } : {}),
    });
    if (found === null) throw notFound('Product');
    const listed = found as unknown as Listed;
    rating = listed.rating;
    return listed.rows;
  };
  const page = await readPage(query, newestFirst, read, toReview);
  return { ...page, ...(rating ? { rating } : {}) };
}

/** Needs the service role: customers have no right to insert, or they could write past the limit. Throws 404 without the product. */
export async function addReview(
  askService: Ask,
  customerId: string,
  productId: string,
  { rating, comment }: { rating: number; comment: string },
): Promise<Review> {
  const added = await askService('add_review', {
    ...{ p_customer: customerId, p_product: productId, p_rating: rating, p_comment: comment },
  });
  if (added === null) throw notFound('Product');
  return toReview(added as unknown as ReviewRow);
}

import { rows, type Db } from '../../_shared/queries/database.ts';
import type { PartQuery } from '../../_shared/schemas/common.ts';
import type { Rating, Review } from '../../_shared/schemas/reviews.ts';
import { readPage, within, type Page, type Sorting, type Window } from './paging.ts';

const columns = 'id, rating, comment, firstname, lastname, created_at';

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

/** Newest first; a page of them when one is asked for. */
export function listReviews(db: Db, productId: string, query: PartQuery): Promise<Page<Review>> {
  const read = async (window: Window) => {
    const wanted = db.from('reviews').select(columns).eq('product_id', productId);
    return rows(await within(wanted, window).overrideTypes<ReviewRow[], { merge: false }>());
  };
  return readPage(query, newestFirst, read, toReview);
}

/** Of all reviews of a product together. */
export async function readRating(db: Db, productId: string): Promise<Rating> {
  const [found] = rows(await db.rpc('product_rating', { p_product_id: productId }));
  return { count: found?.reviews ?? 0, average: Number(found?.average ?? 0) };
}

export async function addReview(
  db: Db,
  productId: string,
  { rating, comment }: { rating: number; comment: string },
): Promise<Review> {
  const added = await db
    .from('reviews')
    .insert({ product_id: productId, rating, comment })
    .select(columns)
    .single();
  return toReview(rows(added));
}

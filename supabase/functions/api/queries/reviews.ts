import { rows, type Db } from '../../_shared/queries/database.ts';
import type { Review } from '../../_shared/schemas/reviews.ts';

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

/** Newest first. */
export async function listReviews(db: Db, productId: string): Promise<Review[]> {
  const found = await db
    .from('reviews')
    .select(columns)
    .eq('product_id', productId)
    .order('created_at', { ascending: false })
    .order('id');
  return rows(found).map(toReview);
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

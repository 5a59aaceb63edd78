import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Review } from '#shared/schemas/reviews.ts';
import { useMemo } from 'react';
import { fetchReviews } from '../../api/reviews.ts';
import { Stars } from '../../ui/Stars.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { remoteList } from '../listing/remote-list.ts';

/** What customers say about one product. */
export function ProductReviews({ productId }: { readonly productId: string }) {
  const reviews = useMemo(
    () =>
      remoteList<Review>(async () => {
        const reply = await fetchReviews(productId);
        return reply.ok ? reply.reviews : null;
      }),
    [productId],
  );
  const list = useStore(reviews.$list);
  return (
    <section className="panel" aria-labelledby="reviews-heading">
      <h2 className="section-title" id="reviews-heading">
        Reviews
      </h2>
      {list.rows.length === 0 && (
        <ListNotice list={list} empty={messages.reviews.empty} reload={reviews.load} />
      )}
      <ul className="review-list">
        {list.rows.map((review) => (
          <li key={review._id}>
            <Stars rating={review.rating} />
            <p>{review.comment}</p>
            <small>
              {review.user.firstname} {review.user.lastname},{' '}
              <RelativeTime iso={review.createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

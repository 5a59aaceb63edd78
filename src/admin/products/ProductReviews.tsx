import { useStore } from '@nanostores/react';
import { newestFirst } from '#shared/domain/sort-options.ts';
import { messages } from '#shared/messages.ts';
import type { Review } from '#shared/schemas/reviews.ts';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { fetchReviews } from '../../api/reviews.ts';
import { Stars } from '../../ui/Stars.tsx';
import { Loading } from '../listing/Loading.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import './product-reviews.css';

/** The reviews of a product. */
export function ProductReviews({ productId }: { readonly productId: string }) {
  const path = `/reviews/products/${productId}`;
  const [$reviews] = useState(() => query({ path, fetch: () => fetchReviews(productId) }));
  return (
    <Section title="Reviews" className="panel">
      <Loading loaded={useStore($reviews)} path={path} what="list">
        {({ reviews }) =>
          reviews.length === 0 ? <p>{messages.reviews.empty}</p> : <ReviewList reviews={reviews} />
        }
      </Loading>
    </Section>
  );
}

function ReviewList({ reviews }: { readonly reviews: readonly Review[] }) {
  return (
    <ul className="review-list">
      {newestFirst(reviews).map((review) => (
        <li key={review._id}>
          <Stars rating={review.rating} />
          <p>{review.comment}</p>
          <small>
            {review.user.firstname} {review.user.lastname}, <RelativeTime iso={review.createdAt} />
          </small>
        </li>
      ))}
    </ul>
  );
}

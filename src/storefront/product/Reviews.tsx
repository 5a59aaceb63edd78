import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { Review } from '#shared/schemas/reviews.ts';
import { fetchReviews } from '../../api/reviews.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { Stars } from '../../ui/Stars.tsx';
import './reviews.css';

interface Props {
  productId: string;
  /** As they stood when the page was made. */
  reviews: readonly Review[];
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What wearers say, and a form to join them. The list is loaded again after a review was added. */
export function Reviews({ productId, reviews }: Props) {
  const [shown, setShown] = useState(reviews);

  async function reload(): Promise<void> {
    const reply = await fetchReviews(productId);
    if (reply.ok) setShown(reply.reviews);
  }

  return (
    <div className="reviews">
      <div className="reviews__list">
        {shown.length === 0 ? (
          <p className="reviews__empty">{messages.reviews.empty}</p>
        ) : (
          <ul>
            {shown.map((review) => (
              <li key={review._id} className="review">
                <Stars rating={review.rating} />
                <p className="review__comment">{review.comment}</p>
                <p className="review__by">
                  {`${review.user.firstname} ${review.user.lastname}`.trim() || 'A customer'},{' '}
                  <time dateTime={review.createdAt}>
                    {dateFormat.format(new Date(review.createdAt))}
                  </time>
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ReviewForm productId={productId} onAdded={reload} />
    </div>
  );
}

import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import { fetchReviews } from '../../api/reviews.ts';
import { toastError } from '../../stores/toasts.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { Stars } from '../../ui/Stars.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { useGrowingList } from '../../ui/use-growing-list.ts';
import './reviews.css';

interface Props {
  productId: string;
  /** The first ones, as they stood when the page was made. */
  said: ReviewsReply;
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What wearers say, and a form to join them. The list begins anew after a review was added. */
export function Reviews({ productId, said }: Props) {
  const [reviews, setReviews] = useState(said.reviews);
  const [next, setNext] = useState(said.next);
  const { list, willGrow } = useGrowingList(reviews);

  async function reload(): Promise<void> {
    const reply = await fetchReviews(productId);
    if (!reply.ok) return;
    setReviews(reply.reviews);
    setNext(reply.next);
  }

  async function showMore(cursor: string): Promise<void> {
    const reply = await fetchReviews(productId, cursor);
    if (!reply.ok) return toastError(reply.message);
    willGrow();
    setReviews([...reviews, ...reply.reviews]);
    setNext(reply.next);
  }

  return (
    <div className="reviews">
      <div className="reviews__list">
        {reviews.length === 0 ? (
          <p className="reviews__empty">{messages.reviews.empty}</p>
        ) : (
          <ul ref={list}>
            {reviews.map((review) => (
              <li key={review._id} className="review" tabIndex={-1}>
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
        {next && <MoreButton name="Show more reviews" onMore={() => showMore(next)} />}
      </div>
      <ReviewForm productId={productId} onAdded={reload} />
    </div>
  );
}

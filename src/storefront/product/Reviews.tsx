import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import { fetchReviews } from '../../api/reviews.ts';
import { $reviews } from '../../stores/reviews.ts';
import { toastError } from '../../stores/toasts.ts';
import { formatDate } from '../../ui/format.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Stars } from '../../ui/Stars.tsx';
import { useGrowingList } from '../../ui/use-growing-list.ts';
import { authorOf } from '../review-author.ts';
import { hasDraft } from './review-draft.ts';
import style from './Reviews.module.css';

interface ReviewsProps {
  readonly productId: string;
  /** The first reviews, as rendered in the page. */
  readonly initial: ReviewsReply;
}

/** The reviews. The list starts over after a review was added. */
export function Reviews({ productId, initial }: ReviewsProps) {
  const { reviews, next } = useStore($reviews) ?? initial;
  const { list, willGrow } = useGrowingList(reviews);
  const root = useRef<HTMLDivElement>(null);

  // A review that was started before the sign-in is restored without interaction.
  useEffect(() => {
    const form = root.current?.closest('section')?.querySelector('form');
    if (hasDraft(productId)) form?.dispatchEvent(new Event('focusin', { bubbles: true }));
  }, [productId]);

  async function showMore(cursor: string): Promise<void> {
    const reply = await fetchReviews(productId, cursor);
    if (!reply.ok) return toastError(reply.message);
    willGrow();
    $reviews.set({ ...reply, reviews: [...reviews, ...reply.reviews] });
  }

  return (
    <div ref={root}>
      {reviews.length === 0 ? (
        <p className={style.empty}>{messages.reviews.empty}</p>
      ) : (
        <ul ref={list}>
          {reviews.map((review) => (
            <li key={review._id} className={style.review} tabIndex={-1}>
              <Stars rating={review.rating} />
              <p className={style.comment}>{review.comment}</p>
              <p className={style.by}>
                {authorOf(review)},{' '}
                <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
                {review.bought && <span className={style.bought}>Bought here</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
      {next && <MoreButton name="Show more reviews" onMore={() => showMore(next)} />}
    </div>
  );
}

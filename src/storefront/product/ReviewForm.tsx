import { useState, type FormEvent } from 'react';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import { addReview } from '../../api/reviews.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { moveToLogin } from '../sign-in.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';

interface Props {
  productId: string;
  onAdded: () => Promise<void>;
}

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

/** Rating and comment, both required. What was typed stays until the server has taken it. */
export function ReviewForm({ productId, onAdded }: Props) {
  const [rating, setRating] = useState('');
  const [comment, setComment] = useState('');
  const [sending, setSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const reply = await addReview(productId, { rating: Number(rating), comment });
    if (reply.ok) {
      setRating('');
      setComment('');
      toastSuccess(messages.reviews.added);
      await onAdded();
    } else if (reply.status === 401) {
      moveToLogin();
    } else {
      toastError(messages.reviews.addFailed);
    }
    setSending(false);
  }

  return (
    <form className="review-form form" onSubmit={(event) => void send(event)}>
      <h3>Add a review</h3>
      <div className="field">
        <label htmlFor="review-rating">Rating</label>
        <select
          id="review-rating"
          name="rating"
          required
          value={rating}
          onChange={(event) => setRating(event.target.value)}
        >
          <option value="">Choose…</option>
          {[...words].reverse().map((word, index) => {
            const value = limits.rating.max - index;
            return (
              <option key={value} value={value}>
                {value} – {word}
              </option>
            );
          })}
        </select>
      </div>
      <div className="field">
        <label htmlFor="review-comment">Comment</label>
        <textarea
          id="review-comment"
          name="comment"
          required
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <SubmitButton busy={sending}>{sending ? 'Sending…' : 'Add review'}</SubmitButton>
    </form>
  );
}

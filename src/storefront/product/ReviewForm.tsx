import { useState, type FormEvent } from 'react';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import { addReview } from '../../api/reviews.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { moveToLogin } from '../sign-in.ts';

interface Props {
  productId: string;
  onAdded: () => Promise<void>;
}

/** The best comes first. */
const ratings = ['Excellent', 'Very good', 'Good', 'Fair', 'Poor'].map((word, index) => ({
  value: limits.rating.max - index,
  word,
}));

/** Rating and comment, both required. What was typed stays until the server has taken it. */
export function ReviewForm({ productId, onAdded }: Props) {
  const [sending, setSending] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const comment = data.get('comment');
    setSending(true);
    const reply = await addReview(productId, {
      rating: Number(data.get('rating')),
      comment: typeof comment === 'string' ? comment : '',
    });
    if (reply.ok) {
      form.reset();
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
        <select id="review-rating" name="rating" required defaultValue="">
          <option value="">Choose…</option>
          {ratings.map(({ value, word }) => (
            <option key={value} value={value}>
              {value} – {word}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="review-comment">Comment</label>
        <textarea id="review-comment" name="comment" required maxLength={2000} />
      </div>
      <SubmitButton busy={sending}>{sending ? 'Sending…' : 'Add review'}</SubmitButton>
    </form>
  );
}

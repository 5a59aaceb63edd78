import { useEffect, useRef, useState, type FormEvent } from 'react';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Issue } from '../../api/client.ts';
import { addReview } from '../../api/reviews.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { moveToLogin } from '../sign-in.ts';
import { keepDraft, takeDraft } from './review-draft.ts';

interface Props {
  productId: string;
  onAdded: () => Promise<void>;
}

/** The best comes first. */
const ratings = ['Excellent', 'Very good', 'Good', 'Fair', 'Poor'].map((word, index) => ({
  value: limits.rating.max - index,
  word,
}));

/** Rating and comment, both required. What was typed stays until the server has taken it, over a sign-in too. */
export function ReviewForm({ productId, onAdded }: Props) {
  const [sending, setSending] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const rating = useRef<HTMLSelectElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const wrong = issues.find((it) => it.path === 'comment')?.message;

  useEffect(() => {
    const draft = takeDraft(productId);
    if (draft && rating.current) rating.current.value = draft.rating;
    if (draft && comment.current) comment.current.value = draft.comment;
  }, [productId]);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const written = { rating: rating.current?.value ?? '', comment: comment.current?.value ?? '' };
    setSending(true);
    const reply = await addReview(productId, { ...written, rating: Number(written.rating) });
    if (reply.ok) {
      form.reset();
      setIssues([]);
      toastSuccess(messages.reviews.added);
      await onAdded();
    } else if (reply.status === 401) {
      keepDraft(productId, written);
      moveToLogin();
    } else {
      toastError(messages.reviews.addFailed);
      showIssues(form, reply.issues, () => setIssues(reply.issues));
    }
    setSending(false);
  }

  return (
    <form className="review-form form" onSubmit={(event) => void send(event)}>
      <h3>Add a review</h3>
      <div className="field">
        <label htmlFor="review-rating">Rating</label>
        <select id="review-rating" name="rating" required defaultValue="" ref={rating}>
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
        <textarea
          id="review-comment"
          name="comment"
          required
          maxLength={2000}
          ref={comment}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'review-comment-said' : undefined}
        />
        {wrong && (
          <p id="review-comment-said" className="field__error">
            {wrong}
          </p>
        )}
      </div>
      <SubmitButton busy={sending}>{sending ? 'Sending…' : 'Add review'}</SubmitButton>
    </form>
  );
}

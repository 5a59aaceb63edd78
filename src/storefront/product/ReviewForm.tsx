import { useEffect } from 'react';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import { addReview } from '../../api/reviews.ts';
import { reloadReviews } from '../../stores/reviews.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Select, TextArea } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { moveToLogin } from '../sign-in.ts';
import { keepDraft, takeDraft } from './review-draft.ts';
import style from './ReviewForm.module.css';

/** The best comes first. */
const ratings = ['Excellent', 'Very good', 'Good', 'Fair', 'Poor'].map((word, index) => ({
  value: limits.rating.max - index,
  word,
}));

const refuse = () => toastError(messages.reviews.addFailed, undefined, 'review');

/** Rating and comment, both required. Input is kept until the server has accepted it, even across a sign-in. */
export function ReviewForm({ productId }: { productId: string }) {
  const { busy, field, formProps, getValues, reset, setValue } = useForm({
    schema: async () => (await import('#shared/schemas/reviews.ts')).reviewInput,
    save: async (review) => {
      const reply = await addReview(productId, review);
      if (reply.ok) {
        toastSuccess(messages.reviews.added, undefined, 'review');
        await reloadReviews(productId);
      } else if (reply.status === 401) {
        keepDraft(productId, getValues());
        moveToLogin();
      } else refuse();
      return reply;
    },
    onSaved: () => reset(),
    onRefused: refuse,
  });

  useEffect(() => {
    const draft = takeDraft(productId);
    if (!draft) return;
    setValue('rating', draft.rating);
    setValue('comment', draft.comment);
  }, [productId, setValue]);

  return (
    <form className={`form ${style.form}`} {...formProps}>
      <h3>Add a review</h3>
      <Select label="Rating" {...field('rating')} required>
        <option value="">Choose…</option>
        {ratings.map(({ value, word }) => (
          <option key={value} value={value}>
            {value} – {word}
          </option>
        ))}
      </Select>
      <TextArea label="Comment" {...field('comment')} required maxLength={2000} />
      <p className={style.hint}>
        We show your first name and the initial of your last name, and whether you bought it here.
      </p>
      <SubmitButton busy={busy}>{busy ? 'Sending…' : 'Add review'}</SubmitButton>
    </form>
  );
}

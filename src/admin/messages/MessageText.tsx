import type { ContactMessage } from '#shared/schemas/contact.ts';
import { routes } from '../../routes.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { lazy } from '../forms/lazy.tsx';
import { markMessages } from './messages.ts';

const AnswerForm = lazy('form', async () => (await import('./AnswerForm.tsx')).AnswerForm);

interface MessageTextProps {
  readonly message: ContactMessage;
  readonly onDone: () => void;
}

/** One message, with the form to answer it. */
export function MessageText({ message, onDone }: MessageTextProps) {
  return (
    <>
      <p className="message-text__from">
        <a href={`mailto:${message.email}`}>{message.email}</a>,{' '}
        <RelativeTime iso={message.createdAt} />
      </p>
      {message.product && (
        <p>
          About <a href={routes.adminProduct(message.product._id)}>{message.product.title}</a>
        </p>
      )}
      <p className="message-text">{message.message}</p>
      <button
        type="button"
        className="link-button message-text__unread"
        onClick={() =>
          void markMessages([message._id], { read: false }).then((done) => {
            if (done) onDone();
          })
        }
      >
        Mark as unread
      </button>
      {message.answeredAt && (
        <p className="hint">
          Answered <RelativeTime iso={message.answeredAt} />
        </p>
      )}
      <AnswerForm message={message} onDone={onDone} />
    </>
  );
}

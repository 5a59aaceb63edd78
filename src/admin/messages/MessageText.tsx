import type { ContactMessage } from '#shared/schemas/contact.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { answerLink, markMessages } from './messages.ts';

interface MessageTextProps {
  readonly message: ContactMessage;
  readonly onUnread: () => void;
}

/** One message as a whole, with the way to answer it. */
export function MessageText({ message, onUnread }: MessageTextProps) {
  return (
    <>
      <p className="message-text__from">
        <a href={`mailto:${message.email}`}>{message.email}</a>,{' '}
        <RelativeTime iso={message.createdAt} />
      </p>
      <p className="message-text">{message.message}</p>
      <button
        type="button"
        className="link-button message-text__unread"
        onClick={() =>
          void markMessages([message._id], false).then((done) => {
            if (done) onUnread();
          })
        }
      >
        Mark as unread
      </button>
      <div className="modal__actions">
        <a className="button" href={answerLink(message)}>
          Answer by mail
        </a>
      </div>
    </>
  );
}

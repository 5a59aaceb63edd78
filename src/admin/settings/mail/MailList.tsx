import { canBeSentAgain, type QueuedMail } from '#shared/schemas/mail.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatDateAndTime } from '../../../ui/format.ts';
import { RelativeTime } from '../../listing/RelativeTime.tsx';
import { kindNames, sendAgain } from './mail.ts';
import './mail-list.css';

function State({ mail: { state, error, nextTryAt, sentAt, queuedAt } }: { mail: QueuedMail }) {
  if (state === 'sent') {
    return (
      <>
        Sent <RelativeTime iso={sentAt ?? queuedAt} />
      </>
    );
  }
  if (state === 'failed') {
    return (
      <>
        Failed <RelativeTime iso={queuedAt} />
        {error && `: ${error}`}
      </>
    );
  }
  const isLater = Date.parse(nextTryAt) > Date.now();
  return (
    <>
      {isLater ? `To be sent on ${formatDateAndTime(nextTryAt)}` : 'To be sent in a moment'}
      {error && `. The last attempt failed: ${error}`}
    </>
  );
}

/** Emails to customers, each with its state. */
export function MailList({ mails }: { readonly mails: readonly QueuedMail[] }) {
  return (
    <ul className="mail-list">
      {mails.map((mail) => (
        <li key={mail._id} className="list-row">
          <div className="two-lines">
            <span>
              {kindNames[mail.kind]} · {mail.recipient}
            </span>
            <small className={mail.state === 'failed' ? 'mail-list__failed' : undefined}>
              <State mail={mail} />
            </small>
          </div>
          {canBeSentAgain(mail.kind) && (
            <Button
              look="quiet"
              className="button--small"
              aria-label={`${mail.state === 'queued' ? 'Send now' : 'Send again'}: ${kindNames[mail.kind]}`}
              onClick={() => sendAgain(mail._id)}
            >
              {mail.state === 'queued' ? 'Send now' : 'Send again'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { MailReply } from '#shared/schemas/mail.ts';
import { mail } from '../../../api/admin-mail.ts';
import { routes } from '../../../routes.ts';
import { BackLink } from '../../listing/BackLink.tsx';
import { Loading } from '../../listing/Loading.tsx';
import { ScreenHead } from '../../listing/ScreenHead.tsx';
import { Section } from '../../listing/Section.tsx';
import { useMedia } from '../../use-media.ts';
import { kindNames, $mail } from './mail.ts';
import { MailList } from './MailList.tsx';
import { MailTextForm } from './MailTextForm.tsx';
import './mail.css';

/** The texts of emails to customers, and failed emails. */
export function MailScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Mail" />
      <Loading loaded={useStore($mail)} path={mail().path} what="texts">
        {(found) => <Mails {...found} />}
      </Loading>
    </>
  );
}

function Mails({ from, texts, failed }: MailReply) {
  const isWide = useMedia('(min-width: 1100px)');
  const asked = new URLSearchParams(location.search).get('kind');
  const shown = texts.find(({ kind }) => kind === asked) ?? texts[0];
  return (
    <>
      {from === null ? (
        <p className="mail-sender" role="note">
          {messages.mail.off}
        </p>
      ) : (
        <p className="screen-note">Customers get emails from {from}.</p>
      )}
      <div className="mail-columns">
        <nav className="mail-kinds" aria-label="Types of email">
          <details open={isWide}>
            <summary>All emails</summary>
            <ul>
              {texts.map(({ kind }) => (
                <li key={kind}>
                  <a
                    href={routes.mail(kind)}
                    aria-current={kind === shown?.kind ? 'page' : undefined}
                  >
                    {kindNames[kind]}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        {shown && <MailTextForm text={shown} />}
      </div>
      <Section title="Failed emails" className="mail-failed">
        {failed.length === 0 ? <p>{messages.mail.noneFailed}</p> : <MailList mails={failed} />}
      </Section>
    </>
  );
}

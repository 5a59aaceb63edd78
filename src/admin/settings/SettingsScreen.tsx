import { useStore } from '@nanostores/react';
import { settings } from '../../api/admin-settings.ts';
import { query } from '../../api/query.ts';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { Account } from './Account.tsx';
import { Feeds } from './Feeds.tsx';
import { overviewOf, type Group, type Part } from './overview.ts';
import './settings.css';

const $settings = query(settings());
const states = { set: 'Set up', missing: 'Missing', unused: 'Not used' } as const;

/** What is set up in the shop and what is missing, then the administrator's own account. */
export function SettingsScreen() {
  const loaded = useStore($settings);
  return (
    <>
      <ScreenHead title="Admin Settings" />
      <Loading loaded={loaded} path={settings().path} what="settings">
        {(found) => <Overview groups={overviewOf(found)} />}
      </Loading>
      {loaded.body && <Feeds />}
      {(loaded.body ?? loaded.failure) && <Account />}
    </>
  );
}

function Overview({ groups }: { readonly groups: readonly Group[] }) {
  const missing = groups.flatMap(({ parts }) => parts.filter((it) => it.state === 'missing'));
  return (
    <>
      {missing.length > 0 && (
        <p className="screen-note settings__missing">
          Missing: {missing.map((it) => it.title).join(', ')}.
        </p>
      )}
      {groups.map(({ title, parts }) => (
        <Section key={title} title={title} className="settings-group">
          <ul>
            {parts.map((part) => (
              <PartRow key={part.title} {...part} />
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

function PartRow({ title, href, state, words }: Part) {
  return (
    <li className="settings-part">
      {href ? (
        <a className="row-title" href={href}>
          {title}
        </a>
      ) : (
        <span className="row-title">{title}</span>
      )}
      <p>{words}</p>
      <span
        className="status"
        data-good={state === 'set' || undefined}
        data-unused={state === 'unused' || undefined}
      >
        {states[state]}
      </span>
    </li>
  );
}

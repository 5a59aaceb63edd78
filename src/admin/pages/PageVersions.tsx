import { useStore } from '@nanostores/react';
import { pageMessages } from '#shared/page-messages.ts';
import type { OfficePage, PageVersion } from '#shared/schemas/pages.ts';
import { useState } from 'react';
import { pageVersion, pageVersions } from '../../api/admin-pages.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDateAndTime } from '../../ui/format.ts';
import { ask } from '../../ui/question.ts';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import { lineDifferences } from './line-differences.ts';
import './page-versions.css';

interface PageVersionsProps {
  /** As it is saved. */
  readonly page: OfficePage;
  readonly onRestore: (version: number) => Promise<void>;
}

/** What the page said before, to compare and restore. */
export function PageVersions({ page, onRestore }: PageVersionsProps) {
  const [$versions] = useState(() => query(pageVersions(page._id)));
  return (
    <Section title="Versions" className="panel page-history">
      <Loading loaded={useStore($versions)} path={pageVersions(page._id).path} what="list">
        {({ versions }) =>
          versions.length === 0 ? (
            <p>{pageMessages.noVersions}</p>
          ) : (
            <ul className="page-versions">
              {versions.map((it) => (
                <li key={it.version}>
                  <span>
                    Version {it.version}
                    <small>
                      {[formatDateAndTime(it.savedAt), it.savedBy].filter(Boolean).join(', ')}
                    </small>
                  </span>
                  <DialogButton look="link" label="Compare" title={`Version ${it.version} and now`}>
                    {(close) => (
                      <Comparison
                        page={page}
                        version={it}
                        onRestore={async () => {
                          if (!(await ask(restoring))) return;
                          close();
                          await onRestore(it.version);
                        }}
                      />
                    )}
                  </DialogButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Section>
  );
}

const restoring = {
  question: 'Restore this version?',
  explained: pageMessages.confirmRestore,
  yes: 'Restore',
  no: 'Cancel',
};

interface ComparisonProps {
  readonly page: OfficePage;
  readonly version: PageVersion;
  readonly onRestore: () => void;
}

function Comparison({ page, version: { version }, onRestore }: ComparisonProps) {
  const [$version] = useState(() => query(pageVersion(page._id, version)));
  return (
    <Loading loaded={useStore($version)} path={pageVersion(page._id, version).path} what="version">
      {({ page: before }) => {
        const lines = lineDifferences(before, page);
        const isSame = lines.every(({ only }) => only === null);
        return (
          <>
            {isSame ? (
              <p>{pageMessages.sameText}</p>
            ) : (
              <div className="page-comparison">
                {lines.map(({ text, only }, place) => {
                  const Line = only === 'before' ? 'del' : only === 'after' ? 'ins' : 'p';
                  return text && <Line key={place}>{text}</Line>;
                })}
              </div>
            )}
            <div className="modal__actions form__foot">
              <Button onClick={onRestore}>Restore</Button>
            </div>
          </>
        );
      }}
    </Loading>
  );
}

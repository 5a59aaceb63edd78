import { redirectMessages } from '#shared/redirect-messages.ts';
import type { MissingPage } from '#shared/schemas/redirects.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RedirectForm } from './lazy.ts';
import { forgetMissingPage, missingPages } from './redirects.ts';

const columns: readonly Column<MissingPage>[] = [
  titled('path', 'Address', ({ path }) => path),
  { id: 'visits', header: 'Visits', kind: 'figures', cell: ({ visits }) => visits },
  { id: 'seen', header: 'Last visit', cell: ({ lastSeen }) => <RelativeTime iso={lastSeen} /> },
];

/** Addresses without a page that visitors opened, each with a button that makes a redirect. */
export function MissingPagesScreen() {
  const [path, setPath] = useState<string | null>(null);
  const close = () => setPath(null);
  return (
    <>
      <BackLink href={routes.redirects()}>Redirects</BackLink>
      <ScreenHead title="Addresses without a page" />
      <p className="screen-note">
        Counted when somebody opens the address in a browser; who it was is not kept. Rows disappear
        after 90 days without a visit.
      </p>
      <DataTable
        caption="Addresses without a page"
        columns={columns}
        list={missingPages}
        rowName={(row) => row.path}
        empty={redirectMessages.nothingMissing}
        searchLabel="Search addresses"
        views={false}
        links={(row, describedBy) => (
          <Button look="link" aria-describedby={describedBy} onClick={() => setPath(row.path)}>
            Add a redirect
          </Button>
        )}
        remove={{
          question: redirectMessages.confirmForget,
          run: (row) => forgetMissingPage(row._id),
        }}
      />
      <Modal title="New redirect" open={path !== null} onClose={close}>
        {path !== null && <RedirectForm redirect={null} path={path} onDone={close} />}
      </Modal>
    </>
  );
}

import { redirectMessages } from '#shared/redirect-messages.ts';
import type { Redirect } from '#shared/schemas/redirects.ts';
import { routes } from '../../routes.ts';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { RedirectFiles, RedirectForm } from './lazy.ts';
import { redirects, removeRedirect } from './redirects.ts';

const sources = {
  typed: 'Typed',
  file: 'From a file',
  renamed: 'Page renamed',
  deleted: 'Page deleted',
} as const;

const columns: readonly Column<Redirect>[] = [
  titled('from', 'From', ({ from }) => from),
  { id: 'to', header: 'To', cell: ({ to }) => <span className="clamped">{to}</span> },
  { id: 'source', header: 'Source', cell: ({ source }) => sources[source] },
  created,
];
const filters = [
  {
    name: 'source',
    label: 'Source',
    options: Object.entries(sources).map(([value, label]) => ({ value, label })),
  },
];

/** Where addresses lead that have no page any more. */
export function RedirectsScreen() {
  return (
    <>
      <ScreenHead title="Redirects">
        <DialogButton label="Add New" title="New redirect">
          {(close) => <RedirectForm redirect={null} onDone={close} />}
        </DialogButton>
        <DialogButton look="quiet" label="Export and import" title="Redirects as a file">
          {(close) => <RedirectFiles onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="redirects" />
        <a className="link-button" href={routes.missingPages()}>
          Addresses without a page
        </a>
      </ScreenHead>
      <p className="screen-note">
        Visitors who open the first address are sent to the second, if the first has no page of its
        own. Deleted products lead to their category.
      </p>
      <DataTable
        caption="Redirects"
        columns={columns}
        list={redirects}
        filters={filters}
        rowName={({ from }) => `the redirect from ${from}`}
        empty={redirectMessages.empty}
        searchLabel="Search redirects"
        edit={(redirect, close) => <RedirectForm redirect={redirect} onDone={close} />}
        remove={{
          question: redirectMessages.confirmDelete,
          run: (it) => removeRedirect(it._id),
        }}
      />
    </>
  );
}

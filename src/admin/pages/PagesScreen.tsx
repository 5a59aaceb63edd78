import { pageMessages } from '#shared/page-messages.ts';
import type { PageRow } from '#shared/schemas/pages.ts';
import { pageHref, routes } from '../../routes.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { pages } from './pages.ts';

const states = {
  ...{ draft: 'Draft', empty: 'Hidden: no text' },
  ...{ planned: 'Planned', published: 'Published' },
} as const;

const columns: readonly Column<PageRow>[] = [
  titled(
    'title',
    'Title',
    (page) => page.title,
    (page) => routes.adminPage(page._id),
  ),
  { id: 'address', header: 'Address', cell: (page) => pageHref(page) },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, publishAt }) => (
      <span className="two-lines">
        <span className="status" data-good={state === 'published' || undefined}>
          {states[state]}
        </span>
        {state === 'planned' && publishAt && (
          <small>
            From <time dateTime={publishAt}>{formatDateAndTime(publishAt)}</time>
          </small>
        )}
      </span>
    ),
  },
  {
    id: 'changed',
    header: 'Changed',
    cell: ({ updatedAt, savedBy }) => (
      <span className="two-lines">
        <RelativeTime iso={updatedAt} />
        {savedBy && <small>{savedBy}</small>}
      </span>
    ),
  },
];

/** The pages that the shop writes itself. */
export function PagesScreen() {
  return (
    <>
      <ScreenHead title="Text pages">
        <a className="button" href={routes.newPage()}>
          Add New
        </a>
        <RecentlyDeleted kind="pages" />
      </ScreenHead>
      <p className="screen-note">
        Some pages belong to every shop: they can be emptied or made a draft, but not deleted.
      </p>
      <DataTable
        caption="Text pages"
        columns={columns}
        list={pages}
        rowName={(page) => `“${page.title}”`}
        empty={pageMessages.empty}
        searchLabel="Search pages"
      />
    </>
  );
}

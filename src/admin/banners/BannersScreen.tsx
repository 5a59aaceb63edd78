import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { BannerRow } from '#shared/schemas/banners.ts';
import { routes } from '../../routes.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { defaultBanner } from '../../ui/picture-url.ts';
import { lazy } from '../forms/lazy.tsx';
import { useAddress } from '../listing/address-state.ts';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { Place } from '../listing/Place.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { readTableQuery } from '../listing/table-query.ts';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { bannerPlacement, banners, removeBanner } from './banners.ts';

const EditBannerForm = lazy(
  'form',
  async () => (await import('./EditBannerForm.tsx')).EditBannerForm,
);

const nameOf = (banner: BannerRow) => (banner.header ? `“${banner.header}”` : 'the banner');

const states = {
  current: 'On the home page',
  planned: 'Planned',
  ended: 'Ended',
  hidden: 'Hidden',
} as const;

function State({ banner: { state, shownFrom, shownUntil } }: { readonly banner: BannerRow }) {
  const change = { current: shownUntil, planned: shownFrom, ended: shownUntil, hidden: null }[
    state
  ];
  return (
    <span className="two-lines">
      <span className="status" data-good={state === 'current' || undefined}>
        {states[state]}
      </span>
      {change && (
        <small>
          {state === 'planned' ? 'From' : 'Until'}{' '}
          <time dateTime={change}>{formatDateAndTime(change)}</time>
        </small>
      )}
    </span>
  );
}

const columns: readonly Column<BannerRow>[] = [
  {
    id: 'image',
    header: 'Image',
    kind: 'pictures',
    cell: (banner) => (
      <Thumbnails
        images={banner.images.length > 0 ? banner.images : [defaultBanner]}
        name={nameOf(banner)}
        max={1}
        wide
      />
    ),
  },
  titled('header', 'Header Text', (banner) => banner.header),
  {
    id: 'paragraph',
    header: 'Paragraph Text',
    cell: (banner) => <span className="clamped">{banner.paragraph}</span>,
  },
  { id: 'state', header: 'State', cell: (banner) => <State banner={banner} /> },
  created,
];

/** The slides of the home page, in their order. */
export function BannersScreen() {
  const { total } = useStore(banners.$page);
  const { q, sort } = readTableQuery(useAddress(), [], banners.sorts);
  // Moving up and down makes no sense in search results or sorted rows.
  const last = q === '' && sort === null ? total : null;
  const place: Column<BannerRow> = {
    id: 'place',
    header: 'Position',
    cell: (banner) => <Place row={banner} placement={bannerPlacement} last={last} />,
  };
  return (
    <>
      <ScreenHead title="Banner">
        <a className="button" href={routes.newBanner()}>
          Add New
        </a>
        <RecentlyDeleted kind="banners" />
        <a className="link-button" href={routes.index()}>
          View the home page
        </a>
      </ScreenHead>
      <p className="screen-note">
        Banners appear on the home page in this order. Clear the search and the sorting to change
        it.
      </p>
      <DataTable
        caption="Banners"
        columns={[place, ...columns]}
        list={banners}
        rowName={nameOf}
        searchLabel="Search banners"
        empty={messages.banners.empty}
        edit={(banner, close) => <EditBannerForm banner={banner} onDone={close} />}
        remove={{
          question: messages.banners.confirmDelete,
          run: (banner) => removeBanner(banner._id, nameOf(banner)),
        }}
      />
    </>
  );
}

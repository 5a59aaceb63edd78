import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Ad } from '#shared/schemas/ads.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { houseAdvertisement } from '../../ui/picture-url.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { AdForm } from './AdForm.tsx';
import { ads, currentAd, removeAd } from './ads.ts';

const rowId = (ad: Ad) => ad._id;
const cellId = (ad: Ad) => `ad-${ad._id}`;
const words = (ad: Ad) => `${ad.headline} ${ad.link} ${ad.linkText}`;

function columnsFor(
  current: string | undefined,
  onEdit: (ad: Ad) => void,
  onDelete: (ad: Ad) => void,
): readonly Column<Ad>[] {
  return [
    {
      id: 'image',
      header: 'Image',
      kind: 'pictures',
      cell: (ad) => (
        <Thumbnails images={[ad.imageUrl ?? houseAdvertisement]} name={ad.headline} max={1} wide />
      ),
    },
    {
      id: 'text',
      header: 'Text',
      kind: 'title',
      value: (ad) => ad.headline,
      cell: (ad) => (
        <span className="row-title" id={cellId(ad)}>
          {ad.headline}
        </span>
      ),
    },
    {
      id: 'link',
      header: 'Link',
      cell: (ad) => (
        <span className="two-lines">
          <span>{ad.link || 'None'}</span>
          <small>{ad.linkText}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (ad) => (
        <span className="status" data-good={ad._id === current || undefined}>
          {ad._id === current ? 'On the home page' : ad.shown ? 'Behind a newer one' : 'Hidden'}
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      value: (ad) => ad.createdAt,
      cell: (ad) => <RelativeTime iso={ad.createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (ad) => (
        <RowActions
          describedBy={cellId(ad)}
          onEdit={() => onEdit(ad)}
          onDelete={() => onDelete(ad)}
        />
      ),
    },
  ];
}

/** The advertisements of the home page. */
export function AdsScreen() {
  const list = useStore(ads.$list);
  /** Null is closed, `new` an empty form. */
  const [edited, setEdited] = useState<Ad | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Ad | null>(null);
  const current = currentAd(list.rows)?._id;
  const columns = useMemo(() => columnsFor(current, setEdited, setDoomed), [current]);
  const page = useLocalPage(list, columns, words);
  const close = () => setEdited(null);
  const title = edited === 'new' ? 'New advertisement' : edited && `Edit “${edited.headline}”`;
  return (
    <>
      <ScreenHead title="Ads">
        <button type="button" className="button" onClick={() => setEdited('new')}>
          Add New
        </button>
        <RecentlyDeleted kind="advertisements" reload={ads.load} />
        <a className="link-button" href={routes.index()}>
          See the home page
        </a>
      </ScreenHead>
      <p className="screen-note">
        The newest advertisement that is shown stands on the home page. Without one, the house’s own
        does.
      </p>
      <DataTable
        caption="Advertisements"
        columns={columns}
        list={page}
        reload={ads.load}
        rowId={rowId}
        empty={messages.ads.empty}
        searchLabel="Search advertisements"
      />
      <Modal title={title ?? ''} open={edited !== null} onClose={close}>
        {edited && <AdForm ad={edited === 'new' ? null : edited} onDone={close} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete “${doomed.headline}”`}
        question={messages.ads.confirmDelete}
        onYes={async () => doomed !== null && removeAd(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

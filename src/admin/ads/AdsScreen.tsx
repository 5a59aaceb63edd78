import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { AdRow } from '#shared/schemas/ads.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { houseAdvertisement } from '../../ui/picture-url.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { AdForm } from './AdForm.tsx';
import { ads, removeAd } from './ads.ts';

const rowId = (ad: AdRow) => ad._id;
const cellId = (ad: AdRow) => `ad-${ad._id}`;

function columnsFor(
  onEdit: (ad: AdRow) => void,
  onDelete: (ad: AdRow) => void,
): readonly Column<AdRow>[] {
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
      sortable: true,
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
        <span className="status" data-good={ad.current || undefined}>
          {ad.current ? 'On the home page' : ad.shown ? 'Behind a newer one' : 'Hidden'}
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
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
  const [edited, setEdited] = useState<AdRow | 'new' | null>(null);
  const [doomed, setDoomed] = useState<AdRow | null>(null);
  const columns = useMemo(() => columnsFor(setEdited, setDoomed), []);
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
        list={list}
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

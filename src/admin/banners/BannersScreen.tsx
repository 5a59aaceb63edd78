import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Banner } from '#shared/schemas/banners.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { banners, removeBanner } from './banners.ts';
import { EditBannerForm } from './EditBannerForm.tsx';

const rowId = (banner: Banner) => banner._id;
const headerCellId = (banner: Banner) => `banner-${banner._id}`;
const nameOf = (banner: Banner) => (banner.header ? `“${banner.header}”` : 'the banner');

function columnsFor(
  onEdit: (banner: Banner) => void,
  onDelete: (banner: Banner) => void,
): readonly Column<Banner>[] {
  return [
    {
      id: 'image',
      header: 'Image',
      kind: 'pictures',
      cell: (banner) => <Thumbnails images={banner.images} name={nameOf(banner)} max={1} wide />,
    },
    {
      id: 'header',
      header: 'Header Text',
      kind: 'title',
      sortable: true,
      cell: (banner) => (
        <span className="row-title" id={headerCellId(banner)}>
          {banner.header}
        </span>
      ),
    },
    {
      id: 'paragraph',
      header: 'Paragraph Text',
      cell: (banner) => <span className="clamped">{banner.paragraph}</span>,
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (banner) => <RelativeTime iso={banner.createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (banner) => (
        <RowActions
          describedBy={headerCellId(banner)}
          onEdit={() => onEdit(banner)}
          onDelete={() => onDelete(banner)}
        />
      ),
    },
  ];
}

export function BannersScreen() {
  const list = useStore(banners.$list);
  const [edited, setEdited] = useState<Banner | null>(null);
  const [doomed, setDoomed] = useState<Banner | null>(null);
  const columns = useMemo(() => columnsFor(setEdited, setDoomed), []);
  return (
    <>
      <ScreenHead title="Banner">
        <a className="button" href={routes.newBanner()}>
          Add New
        </a>
        <RecentlyDeleted kind="banners" reload={banners.load} />
      </ScreenHead>
      <DataTable
        caption="Banners"
        columns={columns}
        list={list}
        rowId={rowId}
        searchLabel="Search banners"
        empty={messages.banners.empty}
        reload={banners.load}
      />
      <Modal
        title={edited ? `Edit ${nameOf(edited)}` : ''}
        open={edited !== null}
        onClose={() => setEdited(null)}
      >
        {edited && <EditBannerForm banner={edited} onDone={() => setEdited(null)} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete ${nameOf(doomed)}`}
        question={messages.banners.confirmDelete}
        onYes={async () => doomed !== null && removeBanner(doomed._id, nameOf(doomed))}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

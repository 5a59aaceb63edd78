import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { CategoryRow } from '#shared/schemas/categories.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { $addingCategory } from './adding-category.ts';
import {
  categoryTable,
  reloadCategories,
  removeCategories,
  removeCategory,
  saveCategoryImage,
} from './categories.ts';
import { EditCategoryForm } from './EditCategoryForm.tsx';

const rowId = (category: CategoryRow) => category._id;
const nameCellId = (category: CategoryRow) => `category-${category._id}`;
const rowName = (category: CategoryRow) => category.name;

function columnsFor(
  onEdit: (category: CategoryRow) => void,
  onDelete: (category: CategoryRow) => void,
): readonly Column<CategoryRow>[] {
  return [
    {
      id: 'image',
      header: 'Image',
      kind: 'pictures',
      cell: ({ _id, name, imageUrl }) => (
        <div className="row-pictures">
          <Thumbnails images={imageUrl ? [imageUrl] : []} name={name} max={1} />
          <ImageUpload name={name} save={(form) => saveCategoryImage(_id, form)} />
        </div>
      ),
    },
    {
      id: 'name',
      header: 'Name',
      kind: 'title',
      sortable: true,
      cell: (category) => (
        <a
          className="row-title"
          id={nameCellId(category)}
          href={routes.adminCategory(category._id)}
        >
          {category.name}
        </a>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (category) => <RelativeTime iso={category.createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (category) => (
        <RowActions
          describedBy={nameCellId(category)}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ),
    },
  ];
}

export function CategoriesScreen() {
  const list = useStore(categoryTable.$list);
  const [edited, setEdited] = useState<CategoryRow | null>(null);
  const [doomed, setDoomed] = useState<CategoryRow | null>(null);
  const columns = useMemo(() => columnsFor(setEdited, setDoomed), []);
  return (
    <>
      <ScreenHead title="Categories">
        <button type="button" className="button" onClick={() => $addingCategory.set(true)}>
          Add New
        </button>
        <RecentlyDeleted kind="categories" reload={reloadCategories} />
      </ScreenHead>
      <DataTable
        caption="Categories"
        columns={columns}
        list={list}
        rowId={rowId}
        rowName={rowName}
        searchLabel="Search categories"
        empty={messages.categories.emptyInAdmin}
        reload={categoryTable.load}
        bulk={(selected) => (
          <BulkDelete
            {...selected}
            nouns={['category', 'categories']}
            question={messages.categories.confirmDeleteMany}
            remove={removeCategories}
          />
        )}
      />
      <Modal
        title={`Edit ${edited?.name ?? ''}`}
        open={edited !== null}
        onClose={() => setEdited(null)}
      >
        {edited && <EditCategoryForm category={edited} onDone={() => setEdited(null)} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete ${doomed.name}`}
        question={messages.categories.confirmDelete}
        onYes={async () => doomed !== null && removeCategory(doomed)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

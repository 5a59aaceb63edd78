import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/categories.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { $addingCategory } from './adding-category.ts';
import { categories, removeCategory, saveCategoryImage } from './categories.ts';
import { EditCategoryForm } from './EditCategoryForm.tsx';

const rowId = (category: Category) => category._id;
const nameCellId = (category: Category) => `category-${category._id}`;
const words = (category: Category) => category.name;

function columnsFor(
  onEdit: (category: Category) => void,
  onDelete: (category: Category) => void,
): readonly Column<Category>[] {
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
      value: (category) => category.name,
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
      value: (category) => category.createdAt,
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
  const list = useStore(categories.$list);
  const [edited, setEdited] = useState<Category | null>(null);
  const [doomed, setDoomed] = useState<Category | null>(null);
  const columns = useMemo(() => columnsFor(setEdited, setDoomed), []);
  const page = useLocalPage(list, columns, words);
  return (
    <>
      <ScreenHead title="Categories">
        <button type="button" className="button" onClick={() => $addingCategory.set(true)}>
          Add New
        </button>
      </ScreenHead>
      <DataTable
        caption="Categories"
        columns={columns}
        list={page}
        rowId={rowId}
        searchLabel="Search categories"
        empty={messages.categories.emptyInAdmin}
        reload={categories.load}
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
        onYes={async () => doomed !== null && removeCategory(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

import { messages } from '#shared/messages.ts';
import type { CategoryRow } from '#shared/schemas/categories.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { CategoryForm } from '../forms/lazy.tsx';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { $addingCategory, categoryTable, removeCategories, removeCategory } from './categories.ts';
import { CategoryPicture } from './CategoryPicture.tsx';

const columns: readonly Column<CategoryRow>[] = [
  {
    id: 'image',
    header: 'Image',
    kind: 'pictures',
    cell: (category) => <CategoryPicture category={category} />,
  },
  titled(
    'name',
    'Name',
    (it) => it.name,
    (it) => routes.adminCategory(it._id),
  ),
  created,
];

export function CategoriesScreen() {
  return (
    <>
      <ScreenHead title="Categories">
        <Button onClick={() => $addingCategory.set(true)}>Add New</Button>
        <RecentlyDeleted kind="categories" />
      </ScreenHead>
      <DataTable
        caption="Categories"
        columns={columns}
        list={categoryTable}
        rowName={(category) => category.name}
        searchLabel="Search categories"
        empty={messages.categories.emptyInAdmin}
        edit={(category, close) => <CategoryForm category={category} onDone={close} />}
        remove={{
          question: messages.categories.confirmDelete,
          consequence: ({ products }) => messages.categories.leavesProducts(products),
          run: removeCategory,
        }}
        bulk={(selected) => (
          <BulkDelete
            {...selected}
            nouns={['category', 'categories']}
            question={messages.categories.confirmDeleteMany}
            remove={removeCategories}
          />
        )}
      />
    </>
  );
}

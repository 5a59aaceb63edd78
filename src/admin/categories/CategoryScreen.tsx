import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/categories.ts';
import { useState } from 'react';
import { categorySales, deleteCategory } from '../../api/admin-categories.ts';
import { productPage } from '../../api/admin-products.ts';
import { routes } from '../../routes.ts';
import { removeAndLeave } from '../changes.ts';
import { CategoryForm } from '../forms/lazy.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { tableList } from '../listing/table-list.ts';
import { productColumns } from '../products/product-columns.tsx';
import { Sales } from '../products/Sales.tsx';
import { $allCategories } from './categories.ts';
import { CategoryPicture } from './CategoryPicture.tsx';
import { SizeGuide } from './SizeGuide.tsx';

const columns = productColumns().filter((it) => it.id !== 'category');

/** One category with its picture, its sales and its products. */
export function CategoryScreen({ id }: { readonly id: string }) {
  return (
    <DetailScreen
      back={[routes.categories(), 'Categories']}
      $query={$allCategories}
      path="/categories"
      find={({ categories }) => categories.find((it) => it._id === id)}
      what="category"
      missing={[messages.categories.deleted]}
    >
      {(category) => <CategoryDetails category={category} />}
    </DetailScreen>
  );
}

function CategoryDetails({ category }: { readonly category: Category }) {
  const { _id, name } = category;
  const [products] = useState(() =>
    tableList((params) => productPage(`${params}&category=${_id}`), {
      sorts: ['title', 'price', 'created'],
    }),
  );
  return (
    <>
      <ScreenHead title={name}>
        <a className="button button--quiet" href={routes.productCategory(_id)}>
          View in the shop
        </a>
        <DialogButton look="link" label="Edit" title={`Edit ${name}`}>
          {(close) => <CategoryForm category={category} onDone={close} />}
        </DialogButton>
        <DeleteButton
          name={name}
          question={messages.categories.confirmDelete}
          remove={() =>
            removeAndLeave(deleteCategory(_id), routes.categories(), {
              failed: messages.categories.failed,
              label: messages.trash.restore(`“${name}”`),
            })
          }
        />
      </ScreenHead>
      <div className="category-detail">
        <Section title="Picture" className="panel">
          <CategoryPicture category={category} />
        </Section>
        <Sales of={categorySales(_id)} />
      </div>
      <SizeGuide category={category} />
      <h2 className="section-title">Products</h2>
      <DataTable
        views={false}
        caption="Products of this category"
        columns={columns}
        list={products}
        rowName={(product) => product.title}
        searchLabel="Search these products"
        empty={messages.products.emptyInCategory}
        links={(product, describedBy) => (
          <a
            className="link-button"
            href={routes.adminProduct(product._id)}
            aria-describedby={describedBy}
          >
            View
          </a>
        )}
      />
    </>
  );
}

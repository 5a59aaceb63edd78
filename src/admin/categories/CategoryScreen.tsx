import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useCallback, useMemo, useState } from 'react';
import { deleteCategory, fetchCategorySales } from '../../api/admin-categories.ts';
import { fetchProductPage } from '../../api/admin-products.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { tableParams } from '../listing/table-query.ts';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { productColumns, titleCellId } from '../products/product-columns.tsx';
import { Sales } from '../products/Sales.tsx';
import { bringBack } from '../trash/undo.ts';
import { categories, saveCategoryImage } from './categories.ts';
import { EditCategoryForm } from './EditCategoryForm.tsx';

const rowId = (product: Product) => product._id;
const columns = productColumns(null, (product) => (
  <a
    className="link-button"
    href={routes.adminProduct(product._id)}
    aria-describedby={titleCellId(product)}
  >
    View
  </a>
)).filter((it) => it.id !== 'category');

/** One category with its picture, its sales and its products. */
export function CategoryScreen({ id }: { readonly id: string }) {
  const products = useMemo(
    () =>
      pagedList<Product>(
        async (query) => {
          const reply = await fetchProductPage(
            tableParams({ ...query, filters: { category: id } }),
          );
          return reply.ok ? pageOf(reply.products, reply) : noPage(reply);
        },
        { sorts: ['title', 'price', 'created'] },
      ),
    [id],
  );
  const list = useStore(products.$list);
  const all = useStore(categories.$list);
  const category = all.rows.find((it) => it._id === id);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const fetchSales = useCallback(() => fetchCategorySales(id), [id]);

  async function remove(): Promise<boolean> {
    const reply = await deleteCategory(id);
    if (reply.ok) {
      const label = bringBack(category ? `“${category.name}”` : 'it');
      moveWithToast(routes.categories(), 'info', '', { ids: reply.undo, label });
    } else toastError(messages.categories.failed);
    return reply.ok;
  }

  if (!category) {
    const unknown = all.loading || all.failed;
    return (
      <>
        <BackLink />
        <ScreenHead title={unknown ? 'Category' : messages.categories.deleted} />
        {unknown && (
          <ListNotice
            list={all}
            empty={messages.categories.emptyInAdmin}
            reload={categories.load}
            what="category"
          />
        )}
      </>
    );
  }
  return (
    <>
      <BackLink />
      <ScreenHead title={category.name}>
        <a className="button button--quiet" href={routes.productCategory(id)}>
          View in the shop
        </a>
        <RowActions onEdit={() => setAsked('edit')} onDelete={() => setAsked('delete')} />
      </ScreenHead>
      <div className="category-detail">
        <section className="panel" aria-labelledby="picture-heading">
          <h2 className="section-title" id="picture-heading">
            Picture
          </h2>
          <div className="row-pictures">
            <Thumbnails
              images={category.imageUrl ? [category.imageUrl] : []}
              name={category.name}
              max={1}
            />
            <ImageUpload name={category.name} save={(form) => saveCategoryImage(id, form)} />
          </div>
        </section>
        <Sales fetchSales={fetchSales} />
      </div>
      <h2 className="section-title">Products</h2>
      <DataTable
        caption="Products of this category"
        columns={columns}
        list={list}
        rowId={rowId}
        searchLabel="Search these products"
        empty={messages.products.emptyInCategory}
        reload={products.load}
      />
      <Modal title={`Edit ${category.name}`} open={asked === 'edit'} onClose={close}>
        <EditCategoryForm category={category} onDone={close} />
      </Modal>
      <ConfirmDelete
        title={asked === 'delete' ? `Delete ${category.name}` : null}
        question={messages.categories.confirmDelete}
        onYes={remove}
        onClose={close}
      />
    </>
  );
}

function BackLink() {
  return (
    <a className="back-link" href={routes.categories()}>
      Categories
    </a>
  );
}

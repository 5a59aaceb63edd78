import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { EditProductForm } from './EditProductForm.tsx';
import { productColumns, productWords, titleCellId } from './product-columns.tsx';
import { products, removeProduct, saveProductImage } from './products.ts';

const rowId = (product: Product) => product._id;

export function ProductsScreen() {
  const list = useStore(products.$list);
  const [edited, setEdited] = useState<Product | null>(null);
  const [doomed, setDoomed] = useState<Product | null>(null);
  const columns = useMemo(
    () =>
      productColumns(
        ({ _id, title }) => (
          <ImageUpload name={title} save={(form) => saveProductImage(_id, form)} />
        ),
        (product) => (
          <RowActions
            describedBy={titleCellId(product)}
            onEdit={() => setEdited(product)}
            onDelete={() => setDoomed(product)}
          />
        ),
      ),
    [],
  );
  const page = useLocalPage(list, columns, productWords);
  return (
    <>
      <ScreenHead title="Products">
        <a className="button" href={routes.addProduct()}>
          Add New
        </a>
      </ScreenHead>
      <DataTable
        caption="Products"
        columns={columns}
        list={page}
        rowId={rowId}
        searchLabel="Search products"
        empty={messages.products.emptyInAdmin}
        reload={products.load}
      />
      <Modal
        title={`Edit ${edited?.title ?? ''}`}
        open={edited !== null}
        onClose={() => setEdited(null)}
      >
        {edited && <EditProductForm product={edited} onDone={() => setEdited(null)} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete ${doomed.title}`}
        question={messages.products.confirmDelete}
        onYes={async () => doomed !== null && removeProduct(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

import { useStore } from '@nanostores/react';
import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { categories } from '../categories/categories.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { EditProductModal } from './EditProductModal.tsx';
import { ImportModal } from './ImportModal.tsx';
import { productColumns, titleCellId } from './product-columns.tsx';
import { ProductBulkActions } from './ProductBulkActions.tsx';
import { exportProducts } from './product-files.ts';
import { products, removeProduct, saveProductImage } from './products.ts';

const rowId = (product: Product) => product._id;
const rowName = (product: Product) => product.title;

function useFilters(): readonly TableFilter[] {
  const { rows } = useStore(categories.$list);
  return useMemo(
    () => [
      {
        name: 'category',
        label: 'Category',
        options: [
          ...rows.map(({ _id, name }) => ({ value: _id, label: name })),
          { value: 'none', label: messages.categories.deleted },
        ],
      },
      {
        name: 'availability',
        label: 'Availability',
        options: availabilities.map((it) => ({ value: it, label: availabilityLabels[it] })),
      },
      { name: 'pictures', label: 'Pictures', options: [{ value: 'none', label: 'None yet' }] },
    ],
    [rows],
  );
}

export function ProductsScreen() {
  const list = useStore(products.$list);
  const filters = useFilters();
  const [edited, setEdited] = useState<Product | null>(null);
  const [doomed, setDoomed] = useState<Product | null>(null);
  const [importing, setImporting] = useState(false);
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
  return (
    <>
      <ScreenHead title="Products">
        <a className="button" href={routes.addProduct()}>
          Add New
        </a>
        <RecentlyDeleted kind="products" reload={products.load} />
        <button type="button" className="link-button" onClick={() => void exportProducts()}>
          Export CSV
        </button>
        <button type="button" className="link-button" onClick={() => setImporting(true)}>
          Import CSV
        </button>
      </ScreenHead>
      <DataTable
        caption="Products"
        columns={columns}
        list={list}
        rowId={rowId}
        rowName={rowName}
        searchLabel="Search products"
        empty={messages.products.emptyInAdmin}
        reload={products.load}
        filters={filters}
        bulk={(selected) => <ProductBulkActions {...selected} />}
      />
      <EditProductModal
        product={edited}
        onClose={() => setEdited(null)}
        onDone={() => setEdited(null)}
      />
      <ConfirmDelete
        title={doomed && `Delete ${doomed.title}`}
        question={messages.products.confirmDelete}
        onYes={async () => doomed !== null && removeProduct(doomed._id)}
        onClose={() => setDoomed(null)}
      />
      <ImportModal open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

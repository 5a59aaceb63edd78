import { useStore } from '@nanostores/react';
import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';
import { productStatuses, productStatusLabels } from '#shared/domain/product-status.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { $categories } from '../categories/categories.ts';
import { lazy } from '../forms/lazy.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { availability, productColumns } from './product-columns.tsx';
import { ProductBulkActions } from './ProductBulkActions.tsx';
import { exportProducts } from './product-files.ts';
import { products, removeProduct, saveProductImage } from './products.ts';

const EditProductForm = lazy(
  'form',
  async () => (await import('./EditProductForm.tsx')).EditProductForm,
);

const ProductImport = lazy(
  'form',
  async () => (await import('./ProductImports.tsx')).ProductImport,
);
const ReviewImport = lazy('form', async () => (await import('./ProductImports.tsx')).ReviewImport);
const StockFiles = lazy('form', async () => (await import('./StockFiles.tsx')).StockFiles);

const columns = productColumns(({ _id, title }) => (
  <ImageUpload name={title} save={(form) => saveProductImage(_id, form)} />
)).toSpliced(4, 0, availability);

function useFilters(): readonly TableFilter[] {
  const rows = useStore($categories);
  return [
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
    {
      name: 'status',
      label: 'Status',
      options: productStatuses.map((it) => ({ value: it, label: productStatusLabels[it] })),
    },
    { name: 'pictures', label: 'Pictures', options: [{ value: 'none', label: 'None yet' }] },
  ];
}

export function ProductsScreen() {
  return (
    <>
      <ScreenHead title="Products">
        <a className="button" href={routes.addProduct()}>
          Add New
        </a>
        <RecentlyDeleted kind="products" />
        <Button look="link" onClick={exportProducts}>
          Export CSV
        </Button>
        <DialogButton look="link" label="Import CSV" title="Import products">
          {(close) => <ProductImport onDone={close} />}
        </DialogButton>
        <DialogButton look="link" label="Stock CSV" title="Stock as a CSV file">
          {(close) => <StockFiles onDone={close} />}
        </DialogButton>
        <DialogButton look="link" label="Import reviews">
          {(close) => <ReviewImport onDone={close} />}
        </DialogButton>
      </ScreenHead>
      <DataTable
        caption="Products"
        columns={columns}
        list={products}
        rowName={(product) => product.title}
        searchLabel="Search products"
        empty={messages.products.emptyInAdmin}
        filters={useFilters()}
        edit={(product, close) => <EditProductForm product={product} onDone={close} />}
        remove={{
          question: messages.products.confirmDelete,
          run: (product) => removeProduct(product._id),
        }}
        bulk={(selected) => <ProductBulkActions {...selected} />}
      />
    </>
  );
}

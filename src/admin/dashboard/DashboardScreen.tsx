import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { routes } from '../../routes.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { productColumns, titleCellId } from '../products/product-columns.tsx';
import { products } from '../products/products.ts';
import { SalesPanels } from './SalesPanels.tsx';
import { StatCard } from './StatCard.tsx';
import { ToDo } from './ToDo.tsx';
import { $totals } from './totals.ts';

const rowId = (product: Product) => product._id;
const count = new Intl.NumberFormat('en-US');
const counted = (value: number | null) => (value === null ? null : count.format(value));

/** Both actions lead to the products' screen, where the row can be changed. */
const columns = productColumns(null, (product) => {
  const href = `${routes.products()}?q=${encodeURIComponent(product.title)}`;
  return (
    <>
      <a className="link-button" href={href} aria-describedby={titleCellId(product)}>
        Edit
      </a>
      <a
        className="link-button link-button--danger"
        href={href}
        aria-describedby={titleCellId(product)}
      >
        Delete
      </a>
    </>
  );
});

export function DashboardScreen() {
  const { users, orders, income } = useStore($totals);
  const list = useStore(products.$list);
  return (
    <>
      <ScreenHead title="Dashboard" />
      <div className="stats">
        <StatCard
          label="New Users"
          value={counted(users)}
          note="Registered customers"
          href={routes.customers()}
        />
        <StatCard
          label="Total Orders"
          value={counted(orders)}
          note="Since the shop opened"
          href={routes.orders()}
        />
        <StatCard
          label="Total Income"
          value={income === null ? null : formatPrice(income)}
          note="Paid this month"
          href={routes.orders()}
        />
      </div>
      <ToDo />
      <SalesPanels />
      <h2 className="section-title">Products</h2>
      <DataTable
        caption="Products"
        columns={columns}
        list={list}
        rowId={rowId}
        searchLabel="Search products"
        empty={messages.products.emptyInAdmin}
        reload={products.load}
      />
    </>
  );
}

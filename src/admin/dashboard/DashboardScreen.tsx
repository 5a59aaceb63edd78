import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import { monthlyIncome, totalOrders } from '../../api/admin-orders.ts';
import { totalUsers } from '../../api/admin-users.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { formatCount } from '../../ui/format.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { OpenShopNotice } from '../opening/OpenShop.tsx';
import { productColumns } from '../products/product-columns.tsx';
import { products } from '../products/products.ts';
import { SalesPanels } from './SalesPanels.tsx';
import { StatCard } from './StatCard.tsx';
import { TimeZoneNotice } from './TimeZoneNotice.tsx';
import { ToDo } from './ToDo.tsx';

const columns = productColumns();
const often = { every: 30_000 };
const $users = query(totalUsers(), often);
const $orders = query(totalOrders(), often);
const $income = query(monthlyIncome(), often);

/** @param open Whether visitors see the shop, when the page was rendered. */
export function DashboardScreen({ open }: { readonly open: boolean }) {
  return (
    <>
      <ScreenHead title="Dashboard" />
      <TimeZoneNotice />
      {!open && <OpenShopNotice />}
      <div className="stats">
        <StatCard
          label="New Users"
          $query={$users}
          value={({ totalUsers: count }) => formatCount(count)}
          note="Registered customers"
          href={routes.customers()}
        />
        <StatCard
          label="Total Orders"
          $query={$orders}
          value={({ totalOrders: count }) => formatCount(count)}
          note="Since the shop opened"
          href={routes.orders()}
        />
        <StatCard
          label="Total Income"
          $query={$income}
          value={({ totalIncome }) => formatPrice(totalIncome)}
          note="Paid this month"
          href={routes.orders()}
        />
      </div>
      <ToDo />
      <SalesPanels />
      <h2 className="section-title">Products</h2>
      <DataTable
        views={false}
        caption="Products"
        columns={columns}
        list={products}
        rowName={(product) => product.title}
        searchLabel="Search products"
        empty={messages.products.emptyInAdmin}
        links={(product, describedBy) => {
          // Both open the products screen, where the row can be changed.
          const href = `${routes.products()}?q=${encodeURIComponent(product.title)}`;
          return (
            <>
              <a className="link-button" href={href} aria-describedby={describedBy}>
                Edit
              </a>
              <a
                className="link-button link-button--danger"
                href={href}
                aria-describedby={describedBy}
              >
                Delete
              </a>
            </>
          );
        }}
      />
    </>
  );
}

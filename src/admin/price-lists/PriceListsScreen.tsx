import { priceListMessages } from '#shared/price-list-messages.ts';
import type { PriceListRow } from '#shared/schemas/price-lists.ts';
import { companyRoutes } from '../../company-routes.ts';
import { formatCount } from '../../ui/format.ts';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { PriceListForm } from './lazy.ts';
import { priceLists, removePriceList } from './price-lists.ts';

const columns: readonly Column<PriceListRow>[] = [
  titled(
    'name',
    'Name',
    (it) => it.name,
    (it) => companyRoutes.priceList(it._id),
  ),
  { id: 'percent', header: 'Percent off', cell: (it) => `${it.percent}%` },
  { id: 'prices', header: 'Prices', cell: (it) => formatCount(it.prices) },
  { id: 'companies', header: 'Companies', cell: (it) => formatCount(it.companies) },
];

/** The price lists of companies. */
export function PriceListsScreen() {
  return (
    <>
      <ScreenHead title="Price lists">
        <DialogButton label="Add New" title="New price list">
          {(close) => <PriceListForm priceList={null} onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="price_lists" />
      </ScreenHead>
      <p className="screen-note">
        Each company uses one list: a percentage off all shop prices, and prices for individual
        products, which can depend on the quantity.
      </p>
      <DataTable
        caption="Price lists"
        columns={columns}
        list={priceLists}
        rowName={(it) => it.name}
        empty={priceListMessages.empty}
        searchLabel="Search price lists"
        views={false}
        edit={(it, close) => <PriceListForm priceList={it} onDone={close} />}
        remove={{
          question: priceListMessages.confirmDelete,
          consequence: ({ companies }) =>
            companies > 0 ? priceListMessages.usedBy(companies) : '',
          run: (it) => removePriceList(it._id),
        }}
      />
    </>
  );
}

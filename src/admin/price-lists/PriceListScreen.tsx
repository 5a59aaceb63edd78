import { formatPrice } from '#shared/domain/money.ts';
import { priceListMessages } from '#shared/price-list-messages.ts';
import type { ListedProduct, PriceList } from '#shared/schemas/price-lists.ts';
import { useState } from 'react';
import { listedProductPage, priceList as resourceOf } from '../../api/admin-price-lists.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { tableList } from '../listing/table-list.ts';
import { AddListProduct, ListPricesForm, PriceFiles, PriceListForm } from './lazy.ts';
import { leavePriceList } from './price-lists.ts';

const columns: readonly Column<ListedProduct>[] = [
  titled('title', 'Product', (it) => it.title),
  { id: 'retail', header: 'In the shop', cell: (it) => formatPrice(it.retail) },
  {
    id: 'prices',
    header: 'In this list',
    cell: ({ prices, variants }) => (
      <span className="two-lines">
        <span>
          {prices.map((it) => `${it.quantity}+ ${formatPrice(it.price)}`).join(', ') ||
            'Percentage'}
        </span>
        {variants > 0 && (
          <small>
            {variants === 1 ? '1 size or color differs' : `${variants} sizes and colors differ`}
          </small>
        )}
      </span>
    ),
  },
  { id: 'minimum', header: 'Minimum', cell: ({ minimum }) => minimum ?? '–' },
  { id: 'multiple', header: 'Pack of', cell: ({ multiple }) => multiple ?? '–' },
];

/** One price list: the products that have prices or order quantities in it. */
export function PriceListScreen({ id }: { readonly id: string }) {
  const [$priceList] = useState(() => query(resourceOf(id)));
  return (
    <DetailScreen
      back={[companyRoutes.priceLists(), 'Price lists']}
      $query={$priceList}
      path={resourceOf(id).path}
      find={({ priceList }) => priceList}
      what="price list"
      missing={[priceListMessages.deleted]}
    >
      {(priceList) => <Prices priceList={priceList} />}
    </DetailScreen>
  );
}

function Prices({ priceList }: { readonly priceList: PriceList }) {
  const { _id, name, percent } = priceList;
  const [list] = useState(() => tableList(listedProductPage(_id), { sorts: [] }));
  return (
    <>
      <ScreenHead title={name}>
        <DialogButton label="Add product" title={`Add a product to ${name}`}>
          {(close) => <AddListProduct list={_id} onDone={close} />}
        </DialogButton>
        <DialogButton look="quiet" label="Edit list" title={`Edit ${name}`}>
          {(close) => <PriceListForm priceList={priceList} onDone={close} />}
        </DialogButton>
        <DialogButton look="quiet" label="Export and import" title={`Prices of ${name} as a file`}>
          {(close) => <PriceFiles list={_id} onDone={close} />}
        </DialogButton>
        <DeleteButton
          name={name}
          question={priceListMessages.confirmDelete}
          remove={() => leavePriceList(_id)}
        />
      </ScreenHead>
      <p className="screen-note">
        Products that are not listed cost {percent}% less than in the shop. Nobody pays more than in
        the shop.
      </p>
      <DataTable
        caption={`Prices of ${name}`}
        columns={columns}
        list={list}
        rowName={(it) => it.title}
        empty={priceListMessages.noPrices}
        searchLabel="Search by title or SKU"
        views={false}
        edit={(it, close) => <ListPricesForm list={_id} product={it._id} onDone={close} />}
      />
    </>
  );
}

import { atom } from 'nanostores';
import { OrderStatus } from '../admin/orders/OrderStatus.tsx';
import { titled, type Column } from '../admin/listing/column.tsx';
import { DataTable } from '../admin/listing/DataTable.tsx';
import type { TableList, TablePage } from '../admin/listing/table-list.ts';
import { Button } from '../ui/Button.tsx';
import { formatPrice } from '#shared/domain/money.ts';

interface Row {
  readonly _id: string;
  readonly name: string;
  readonly total: number;
  readonly status: 'Paid' | 'Pending';
}

const columns: readonly Column<Row>[] = [
  titled('name', 'Name', (it) => it.name),
  { id: 'total', header: 'Total', kind: 'figures', cell: (it) => formatPrice(it.total) },
  { id: 'status', header: 'Status', cell: (it) => <OrderStatus status={it.status} /> },
];
function someRows(state: string, length: number): readonly Row[] {
  const long = 'A name so long that it needs several lines, whatever the width';
  return Array.from({ length }, (_, index) => ({
    _id: `${state}-${index}`,
    name: index === 2 ? long : `Row ${index}`,
    total: 19.9 * 10 ** index,
    status: index % 2 === 0 ? 'Paid' : 'Pending',
  }));
}

/** Reloading it never finishes. */
function listOf(page: Partial<TablePage<Row>>): TableList<Row> {
  const shown = { rows: [], total: 0, loading: false, busy: false, failed: false, ...page };
  const $page = atom<TablePage<Row>>(shown);
  return {
    $page,
    name: 'components',
    sorts: ['name', 'total'],
    reload: () => $page.set({ ...shown, failed: false, busy: true, loading: shown.total === 0 }),
    params: () => '',
    remove: () => undefined,
  };
}

const lists = {
  Filled: listOf({ rows: someRows('filled', 5), total: 120 }),
  'Not loaded again': listOf({ rows: someRows('old', 2), total: 2, failed: true }),
  'Not loaded': listOf({ failed: true }),
  Loading: listOf({ loading: true }),
  Empty: listOf({}),
};

export function Tables() {
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">Tables</h2>
      {Object.entries(lists).map(([state, list]) => (
        <div key={state} className="specimen">
          <h3>{state}</h3>
          <DataTable
            caption={state}
            views={false}
            columns={columns}
            list={list}
            rowName={(it) => it.name}
            searchLabel={`Search, ${state.toLowerCase()}`}
            empty="There are no rows yet."
            edit={(_, close) => <Button onClick={close}>Close</Button>}
            remove={{ question: 'Delete this row?', run: () => Promise.resolve(true) }}
            bulk={({ ids, clear }) => <Button onClick={clear}>Clear {ids.length}</Button>}
          />
        </div>
      ))}
    </section>
  );
}

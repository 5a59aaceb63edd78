import type { Reply } from '../../api/client.ts';
import { changeAddress } from './address-state.ts';
import type { Listed, TableList } from './table-list.ts';
import { readTableQuery } from './table-query.ts';

/** A record of an ordered list, with its position from 1. */
export interface Placed extends Listed {
  readonly place: number;
}

export interface Placement<Row> {
  /** Moves up (negative) or down by this many places, after pending moves, and follows to another page of the table. */
  readonly move: (row: Row, by: number) => Promise<void>;
  /** How far the last move took this record, which the focus follows; null for all others. */
  readonly lastMove: (id: string) => number | null;
}

/** Moves the records of a list in manual order. */
export function placement<Row extends Placed>(
  list: TableList<Row>,
  save: (id: string, place: number) => Promise<Reply<object>>,
): Placement<Row> {
  let moves = Promise.resolve();
  let last: { readonly id: string; readonly by: number } | null = null;
  /** The target of the last move, which the rows may not show yet. */
  let placed: { readonly id: string; readonly place: number } | null = null;

  function placeOf({ _id, place }: Row): number {
    const { rows, busy } = list.$page.get();
    const row = rows.find((it) => it._id === _id);
    if (row && !busy) return row.place;
    return placed?.id === _id ? placed.place : (row?.place ?? place);
  }

  async function moveNow(row: Row, by: number): Promise<void> {
    const place = placeOf(row) + by;
    const reply = await save(row._id, place);
    if (!reply.ok) return;
    placed = { id: row._id, place };
    const page = Math.ceil(place / readTableQuery(location.search).limit);
    changeAddress({ page: page === 1 ? null : String(page) });
  }

  return {
    move(row, by) {
      last = { id: row._id, by };
      moves = moves.then(() => moveNow(row, by));
      return moves;
    },
    lastMove: (id) => (last?.id === id ? last.by : null),
  };
}

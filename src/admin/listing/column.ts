import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Also the column's name in `sort` and `hide` of the address. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The server can sort by it. */
  readonly sortable?: boolean;
  /** `title` heads the row on phones, `figures` stand at the line's end, `actions` close the row, `wide` has the whole of a phone's. */
  readonly kind?: 'title' | 'figures' | 'wide' | 'actions' | 'pictures' | 'select';
}

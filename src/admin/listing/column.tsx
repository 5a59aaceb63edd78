import type { ReactNode } from 'react';
import { RelativeTime } from './RelativeTime.tsx';

export interface Column<Row> {
  /** Also the column's name in `sort` and `hide` of the address. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** `title` heads the row on phones, `figures` stand at the line's end, `actions` close the row, `wide` has the whole of a phone's. */
  readonly kind?: 'title' | 'figures' | 'wide' | 'actions' | 'pictures' | 'select';
}

/** When a record was made. */
export const created: Column<{ readonly createdAt: string }> = {
  id: 'created',
  header: 'Created',
  cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
};

/** The text that names a row, as a link where the row has a screen of its own. */
export function titled<Row>(
  id: string,
  header: string,
  text: (row: Row) => string,
  href?: (row: Row) => string,
): Column<Row> {
  const cell = (row: Row) =>
    href ? (
      <a className="row-title" href={href(row)}>
        {text(row)}
      </a>
    ) : (
      <span className="row-title">{text(row)}</span>
    );
  return { id, header, kind: 'title', cell };
}

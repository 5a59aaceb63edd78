import type { ReactNode } from 'react';
import { RelativeTime } from './RelativeTime.tsx';

export interface Column<Row> {
  /** Also the column's name in `sort` and `hide` in the URL. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * On phones, `title` is the heading of the card, `figures` are at the end of a line, `actions` at the bottom, and `wide`
   * takes the full width.
   */
  readonly kind?: 'title' | 'figures' | 'wide' | 'actions' | 'pictures' | 'select';
}

/** When a record was created. */
export const created: Column<{ readonly createdAt: string }> = {
  id: 'created',
  header: 'Created',
  cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
};

/** The name of a row, as a link if the row has its own screen. */
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

import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { Column } from './column.tsx';
import type { Sorting } from './table-query.ts';

interface SortHeadProps {
  readonly text: string;
  readonly kind: Column<unknown>['kind'];
  /** Set while the table is sorted by this column. */
  readonly sorted: Sorting | undefined;
  /** Omitted if the column cannot be sorted. */
  readonly onSort: (() => void) | undefined;
}

/** A column header. If sortable, it is a button that cycles through ascending, descending and default order. */
export function SortHead({ text, kind, sorted, onSort }: SortHeadProps) {
  const Icon = !sorted ? ArrowUpDown : sorted.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-label={text}
      data-kind={kind}
      data-sortable={onSort ? true : undefined}
      aria-sort={!sorted ? undefined : sorted.desc ? 'descending' : 'ascending'}
    >
      {onSort ? (
        <button type="button" onClick={onSort}>
          {text}
          <Icon aria-hidden size={12} />
        </button>
      ) : (
        text
      )}
    </th>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';

interface BulkBarProps {
  readonly ids: readonly string[];
  /** The search and filters of which everything is selected; null if the selection is something else. */
  readonly allOf: string | null;
  /** The current search and filters. */
  readonly shown: string;
  /** How many rows match, on all pages. */
  readonly total: number;
  /** Every row of this page is selected. */
  readonly pageSelected: boolean;
  /** Selects all matching rows on all pages; omitted if not possible. */
  readonly selectAll?: (() => Promise<void>) | undefined;
  readonly clear: () => void;
  /** The actions for the selection. */
  readonly children: ReactNode;
}

/** The number of selected rows, and the actions for them. */
export function BulkBar(props: BulkBarProps) {
  const { ids, allOf, shown, total, pageSelected, selectAll, clear, children } = props;
  const count = formatCount(ids.length);
  const all = allOf === shown;
  const whole = ids.length >= total;
  return (
    <section className="bulk-bar" aria-label="Selected rows">
      <p role="status">
        {!all && `${count} selected`}
        {all &&
          (whole ? `All ${count} matching rows are selected` : `The first ${count} are selected`)}
      </p>
      {selectAll && pageSelected && !all && total > ids.length && (
        <Button look="link" onClick={selectAll}>
          Select all {formatCount(total)} matching rows
        </Button>
      )}
      {children}
      <Button look="link" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';

interface BulkBarProps {
  readonly ids: readonly string[];
  /** The selection is all that fits this search and these filters; null where it is not. */
  readonly allOf: string | null;
  /** The search and the filters now. */
  readonly shown: string;
  /** How many rows fit, on all pages. */
  readonly total: number;
  /** Every row of this page is selected. */
  readonly pageSelected: boolean;
  /** Selects what fits on all pages; left out where that cannot be. */
  readonly selectAll?: (() => Promise<void>) | undefined;
  readonly clear: () => void;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** How many rows are selected, and what can be done with them. */
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

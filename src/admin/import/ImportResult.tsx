import type { ImportedRow, ImportReport } from '#shared/schemas/product-files.ts';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';

const order = { wrong: 0, create: 1, update: 2, same: 3 } as const;
const shownAtOnce = 50;

interface ImportResultProps {
  readonly report: ImportReport;
  readonly creates: boolean;
  /** Whether the other rows can be imported without the wrong ones. */
  readonly leavesOut: boolean;
  /** What can be done now. */
  readonly children: ReactNode;
}

/** What a dry run or an import found. */
export function ImportResult({ report, creates, leavesOut, children }: ImportResultProps) {
  const { counts, rows } = report;
  const [shown, setShown] = useState(shownAtOnce);
  const list = useRef<HTMLUListElement>(null);
  const sorted = rows.toSorted((a, b) => order[a.action] - order[b.action] || a.row - b.row);
  const notListed = counts.wrong + counts.create + counts.update - rows.length;
  function show(place: number): void {
    flushSync(() => setShown((now) => Math.max(now, place + 1)));
    const row = list.current?.children[place];
    if (row instanceof HTMLElement) row.focus();
  }
  return (
    <>
      <p role="status">
        {counts.wrong} wrong, {creates && `${counts.create} new, `}
        {counts.update} changed, {counts.same} unchanged.
        {counts.wrong > 0 &&
          (leavesOut
            ? ' Correct the file and choose it again, or import the other rows.'
            : ' Nothing is imported until every row is correct.')}
      </p>
      {children}
      <Doubts rows={sorted} onShow={show} />
      <ul className="import-rows" ref={list}>
        {sorted.slice(0, shown).map((it) => (
          <li key={it.row} tabIndex={-1} data-wrong={it.action === 'wrong' || undefined}>
            <Row row={it} />
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <Button look="quiet" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
      {notListed > 0 && <p className="hint">{notListed} more are not listed.</p>}
    </>
  );
}

interface DoubtsProps {
  readonly rows: readonly ImportedRow[];
  /** Shows the row in this place. */
  readonly onShow: (place: number) => void;
}

/** What may be meant differently, each as a line that leads to its row. */
function Doubts({ rows, onShow }: DoubtsProps) {
  const doubts = rows.flatMap(({ row, label, doubts = [] }, place) =>
    doubts.map((it) => ({ ...it, row, label, place })),
  );
  if (doubts.length === 0) return null;
  return (
    <details className="import-doubts" open={doubts.length <= 10}>
      <summary>{doubts.length === 1 ? '1 doubt' : `${doubts.length} doubts`}</summary>
      <ul>
        {doubts.slice(0, 500).map(({ row, label, field, message, place }) => (
          <li key={`${row}${field}${message}`}>
            <Button look="link" onClick={() => onShow(place)}>
              Row {row}, {label}: {message}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Row({ row }: { readonly row: ImportedRow }) {
  return (
    <>
      <p>
        <span className="label">Row {row.row}</span> {row.label}
        {row.action === 'create' && ' (new)'}
      </p>
      {row.problems.map((it) => (
        <p key={`${it.field}${it.message}`} className="field__error">
          {it.field ? `${it.field}: ` : ''}
          {it.message}
        </p>
      ))}
      {row.doubts?.map((it) => (
        <p key={`${it.field}${it.message}`} className="import-doubt">
          {it.field}: {it.message}
        </p>
      ))}
      {row.changes.map((it) => (
        <p key={it.field}>
          {it.field}: {row.action !== 'create' && <del>{it.before || '–'}</del>}{' '}
          <ins>{it.after || '–'}</ins>
        </p>
      ))}
    </>
  );
}

import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, type DragEvent } from 'react';
import type { Placed, Placement } from './placement.ts';
import { titleId } from './TableGrid.tsx';
import './place.css';

interface PlaceProps<Row extends Placed> {
  readonly row: Row;
  readonly placement: Placement<Row>;
  /** The last position; null if records cannot be moved. */
  readonly last: number | null;
}

/** The position of a record: dragged by its handle, or moved with arrow buttons. */
export function Place<Row extends Placed>({ row, placement, last }: PlaceProps<Row>) {
  const { move, lastMove } = placement;
  const cell = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const by = lastMove(row._id);
    const active = document.activeElement;
    // Only if the focus was lost: on another page of the table, or on an arrow that was disabled.
    const isLost = active?.contains(cell.current) || active?.matches(':disabled');
    if (by === null || !isLost) return;
    const buttons = [...(cell.current?.querySelectorAll('button') ?? [])];
    const open = buttons.filter((it) => !it.disabled);
    (open.find((it) => it === buttons.at(by < 0 ? 0 : 1)) ?? open[0])?.focus();
  }, [lastMove, row._id, row.place]);

  function drag({ dataTransfer }: DragEvent): void {
    const own = cell.current?.closest('tr, li');
    const body = own?.parentElement;
    if (!own || !body) return;
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setDragImage(own, 0, 0);
    // Lists can be in the rows of another.
    const rowAt = ({ target }: Event) =>
      [...body.children].find((it) => target instanceof Node && it.contains(target)) ?? null;
    const ended = new AbortController();
    const { signal } = ended;
    const mark = (over: Element | null) => {
      for (const it of body.children) it.toggleAttribute('data-drop', it === over && it !== own);
    };
    const allow = (event: Event) => {
      event.preventDefault();
      mark(rowAt(event));
    };
    const drop = (event: Event) => {
      event.preventDefault();
      const rows = [...body.children];
      const over = rowAt(event);
      const by = over ? rows.indexOf(over) - rows.indexOf(own) : 0;
      if (by !== 0) void move(row, by);
    };
    body.addEventListener('dragover', allow, { signal });
    body.addEventListener('drop', drop, { signal });
    const end = () => {
      mark(null);
      ended.abort();
    };
    own.addEventListener('dragend', end, { signal });
  }

  return (
    <span className="place" ref={cell}>
      {last !== null && (
        <span className="place__grip" draggable onDragStart={drag}>
          <GripVertical aria-hidden size={18} />
        </span>
      )}
      {row.place}
      {last !== null &&
        ([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="icon-button"
            aria-label={by < 0 ? 'Move up' : 'Move down'}
            aria-describedby={titleId(row)}
            disabled={by < 0 ? row.place === 1 : row.place >= last}
            onClick={() => void move(row, by)}
          >
            {by < 0 ? <ArrowUp aria-hidden size={18} /> : <ArrowDown aria-hidden size={18} />}
          </button>
        ))}
    </span>
  );
}

import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { stockMessages } from '#shared/stock-messages.ts';
import { movedBy, nextAfter, within } from './sheet-keys.ts';
import {
  blockOf,
  empty,
  fillDown,
  paste,
  rangeOf,
  type Sheet,
  type Spot,
  type Writing,
} from './sheet.ts';
import { textOf } from './stock-edits.ts';
import { readTabText, tabText } from './tab-text.ts';
import type { StockEdits } from './use-stock-edits.ts';
import { isEditField } from './variant-fields.ts';

interface Editing {
  readonly draft: string;
  /** Started by typing: arrow keys leave the cell, as in a spreadsheet. */
  readonly quick: boolean;
}

const first: Spot = { row: 0, column: 0 };
const texts = stockMessages;

function spotUnder({ target }: { readonly target: EventTarget }): Spot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const { row, column } = cell?.dataset ?? {};
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

/** Focus, selection, keys and clipboard of a sheet, as in a spreadsheet. */
export function useSheet(sheet: Sheet, stock: StockEdits) {
  const [spots, setSpots] = useState({ active: first, anchor: first });
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The last action, announced to screen readers. */
  const [said, say] = useState('');
  const table = useRef<HTMLTableElement>(null);
  const takesFocus = useRef(false);
  const wasActive = useRef(false);
  const pressedAt = useRef({ x: 0, y: 0 });
  /** Removing the editor also blurs it, which must not end the edit twice. */
  const isOpen = useRef(false);
  const active = within(sheet, spots.active);
  const range = rangeOf(active, within(sheet, spots.anchor));
  const cell = sheet.rows[active.row]?.cells[active.column];
  const { edits, set } = stock;

  useEffect(() => {
    if (!takesFocus.current || editing) return;
    takesFocus.current = false;
    const { row, column } = active;
    table.current
      ?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
      ?.focus();
  });

  function go(to: Spot, extend = false): void {
    takesFocus.current = true;
    say('');
    setSpots({ active: to, anchor: extend ? spots.anchor : to });
  }

  function edit(typed?: string): void {
    if (!cell || stock.busy) return;
    if (!isEditField(cell.field)) return say(texts.readOnly);
    const isPolicy = cell.field === 'policy';
    const quick = typed !== undefined && !isPolicy;
    isOpen.current = true;
    setEditing({ draft: quick ? typed : textOf(edits, cell.variant, cell.field), quick });
  }

  /** Leaves the edited cell and moves to `to`. */
  function commit(to?: Spot): void {
    if (!isOpen.current) return;
    isOpen.current = false;
    if (editing && cell && isEditField(cell.field)) {
      set([{ variant: cell.variant, field: cell.field, text: editing.draft }]);
    }
    setEditing(null);
    if (to) go(to);
  }

  function write({ cells, left }: Writing): void {
    if (stock.busy) return;
    set(cells);
    say(texts.written(cells.length, left));
  }

  function onEditorKey(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const to = editing?.quick && key.startsWith('Arrow') ? movedBy(event, sheet, active) : null;
    if (key === 'Escape') {
      takesFocus.current = true;
      isOpen.current = false;
      setEditing(null);
    } else if (key === 'Enter' || key === 'Tab') commit(nextAfter(key, shiftKey, sheet, active));
    else if (to) commit(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Ctrl shortcuts, besides copying and moving. */
  function command(key: string, shiftKey: boolean): (() => void) | undefined {
    const undo = () => {
      say(stock.canUndo ? texts.undone : texts.nothingToUndo);
      stock.undo();
    };
    const redo = () => {
      say(stock.canRedo ? texts.redone : texts.nothingToUndo);
      stock.redo();
    };
    const last = { row: sheet.rows.length - 1, column: sheet.columns.length - 1 };
    const commands: Readonly<Record<string, () => void>> = {
      z: shiftKey ? redo : undo,
      y: redo,
      d: () => write(fillDown(sheet, range, edits)),
      a: () => {
        go(first);
        setSpots({ active: first, anchor: last });
      },
    };
    return commands[key.toLowerCase()];
  }

  function keyAction(event: KeyboardEvent): (() => void) | undefined {
    const { key, shiftKey, altKey } = event;
    if (altKey) return undefined;
    const to = movedBy(event, sheet, active);
    if (to) return () => go(to, shiftKey);
    if (event.ctrlKey || event.metaKey) return command(key, shiftKey);
    if (key === 'Enter' || key === 'F2') return () => edit();
    if (key === 'Delete' || key === 'Backspace') return () => write(empty(sheet, range));
    if (key === 'Escape') return () => go(active);
    return key.length === 1 ? () => edit(key) : undefined;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const action = editing || !spotUnder(event) ? undefined : keyAction(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function onPointerDown(event: PointerEvent): void {
    const spot = spotUnder(event);
    if (!spot || event.button !== 0) return;
    pressedAt.current = { x: event.clientX, y: event.clientY };
    const same = spot.row === active.row && spot.column === active.column;
    wasActive.current = same && !event.shiftKey && document.activeElement === event.target;
    if (editing && same) return;
    if (editing) commit(spot);
    else go(spot, event.shiftKey);
  }

  const onPointerOver = (event: PointerEvent) => {
    const spot = spotUnder(event);
    const { x, y } = pressedAt.current;
    // Cells also move under a pointer that rests, when a notice above them goes.
    const hasMoved = event.clientX !== x || event.clientY !== y;
    const isDrag = hasMoved && event.buttons === 1 && event.pointerType === 'mouse' && !editing;
    if (spot && isDrag && !(spot.row === active.row && spot.column === active.column))
      go(spot, true);
  };

  /** A second click edits, also without a keyboard. */
  const onClick = (event: MouseEvent) => {
    if (wasActive.current && !editing && spotUnder(event)) edit();
    wasActive.current = false;
  };

  function onCopy(event: ClipboardEvent): void {
    if (editing || !spotUnder(event)) return;
    const block = blockOf(sheet, range, edits);
    event.preventDefault();
    event.clipboardData.setData('text/plain', tabText(block));
    say(texts.copied(block.flat().length));
    if (event.type === 'cut') write(empty(sheet, range));
  }

  function onPaste(event: ClipboardEvent): void {
    if (editing || !spotUnder(event)) return;
    event.preventDefault();
    const block = readTabText(event.clipboardData.getData('text/plain'));
    const height = Math.max(range.bottom - range.top + 1, block.length);
    const width = Math.max(range.right - range.left + 1, ...block.map((it) => it.length));
    write(paste(sheet, range, block));
    const to = { row: range.top + height - 1, column: range.left + width - 1 };
    setSpots({ active: { row: range.top, column: range.left }, anchor: within(sheet, to) });
  }

  return {
    active,
    range,
    cell,
    editing,
    said,
    table,
    fillDown: () => write(fillDown(sheet, range, edits)),
    /** Brings a cell into view and focuses it. */
    goTo: go,
    setDraft: (draft: string) => setEditing((now) => now && { ...now, draft }),
    commit: () => commit(),
    onEditorKey,
    handlers: {
      ...{ onKeyDown, onPointerDown, onPointerOver, onClick, onPaste },
      onCopy,
      onCut: onCopy,
    },
  } as const;
}

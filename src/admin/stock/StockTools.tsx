import { Button } from '../../ui/Button.tsx';
import { willBeCounted } from './stock-edits.ts';
import type { StockEdits } from './use-stock-edits.ts';

const views = { stock: 'Stock', details: 'All fields' } as const;
export type View = keyof typeof views;

interface StockToolsProps {
  readonly stock: StockEdits;
  readonly view: View;
  /** Omitted if there is only one. */
  readonly onView: ((view: View) => void) | undefined;
  readonly onFillDown: (() => void) | undefined;
}

const keys = [
  ['Arrows', 'move; with Shift select, with Ctrl jump to the edge'],
  ['Enter, F2 or typing', 'edit a cell; Enter and Tab save it and move on, Escape cancels'],
  ['+5 or -2', 'adds to the stock or subtracts from it'],
  ['Delete', 'clears the cell or restores the saved value'],
  ['Ctrl+C, Ctrl+X, Ctrl+V', 'copy, cut and paste, also to and from spreadsheets'],
  ['Ctrl+D', 'copies the first selected row to the others'],
  ['Ctrl+Z, Ctrl+Y', 'undo and redo'],
  ['Tab', 'leaves the grid'],
] as const;

/** The actions on the whole grid. */
export function StockTools({ stock, view, onView, onFillDown }: StockToolsProps) {
  const { edits, variants, set } = stock;
  const uncounted = variants.filter((it) => !willBeCounted(edits, it));
  const count = () =>
    set(uncounted.map((variant) => ({ variant, field: 'policy' as const, text: 'deny' })));
  return (
    <div className="stock-tools">
      {onView && variants.length > 1 && (
        <div className="stock-tools__views" role="group" aria-label="View">
          {Object.entries(views).map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === view}
              onClick={() => onView(name === 'stock' ? 'stock' : 'details')}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <Button look="link" disabled={!stock.canUndo} onClick={stock.undo}>
        Undo
      </Button>
      <Button look="link" disabled={!stock.canRedo} onClick={stock.redo}>
        Redo
      </Button>
      {onFillDown && (
        <Button look="link" onClick={onFillDown}>
          Fill down
        </Button>
      )}
      {uncounted.length > 0 && (
        <Button look="link" onClick={count}>
          {uncounted.length === variants.length ? 'Track stock' : 'Track all'}
        </Button>
      )}
      {onFillDown && (
        <details className="unfold stock-tools__keys">
          <summary>Keyboard shortcuts</summary>
          <dl>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {uncounted.length > 0 && (
        <p className="field__hint">
          {uncounted.length === variants.length
            ? 'Stock is not tracked: every size and color can be bought while the product is in stock.'
            : `Not tracked, so they can always be bought: ${uncounted.length} of ${variants.length}.`}{' '}
          Enter a number to start tracking.
        </p>
      )}
    </div>
  );
}

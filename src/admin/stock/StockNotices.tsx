import { stockMessages } from '#shared/stock-messages.ts';
import { Button } from '../../ui/Button.tsx';
import type { Cell } from './sheet.ts';
import { cellName, textOf } from './stock-edits.ts';
import type { StockEdits } from './use-stock-edits.ts';
import { savedText, shownText } from './variant-fields.ts';

interface StockNoticesProps {
  readonly stock: StockEdits;
  /** Moves to a cell. */
  readonly onShow: ((cell: Cell) => void) | undefined;
}

/** Errors by cell, and conflicts with other administrators. */
export function StockNotices({ stock, onShow }: StockNoticesProps) {
  const { edits, errors, conflicts, set } = stock;
  return (
    <div role="alert" className="stock-notices">
      {errors.length > 0 && (
        <ul className="field__error">
          {errors.map((it) => (
            <li key={`${it.variant._id} ${it.field}`}>
              {onShow ? (
                <Button look="danger-link" onClick={() => onShow(it)}>
                  {cellName(it)}
                </Button>
              ) : (
                cellName(it)
              )}
              : {it.message}
            </li>
          ))}
        </ul>
      )}
      {conflicts !== null && (
        <div className="stock-conflicts">
          <p>{stockMessages.conflict(conflicts.length > 0)}</p>
          {conflicts.length > 0 && (
            <ul>
              {conflicts.map(({ variant, field }) => (
                <li key={`${variant._id} ${field}`}>
                  <b>{cellName({ variant, field })}</b>
                  <span>Yours: {shownText(field, textOf(edits, variant, field), true) || '–'}</span>
                  <span>
                    In the shop now: {shownText(field, savedText(variant, field), true) || '–'}
                  </span>
                  <Button
                    look="link"
                    aria-label={`Take theirs: ${cellName({ variant, field })}`}
                    onClick={() => set([{ variant, field, text: savedText(variant, field) }])}
                  >
                    Take theirs
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

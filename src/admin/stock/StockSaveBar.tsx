import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { ReasonSelect } from './ReasonSelect.tsx';
import { changesStock, countOf } from './stock-edits.ts';
import type { StockEdits } from './use-stock-edits.ts';
import { reasonOf, type Reason } from './variant-fields.ts';

/** The reason of a stock change. */
export interface Why {
  readonly reason: Reason;
  readonly note: string;
}

interface StockSaveBarProps {
  readonly stock: StockEdits;
  readonly why: Why;
  readonly onWhy: (why: Why) => void;
}

/** The number of unsaved changes, the reason of stock changes, and the buttons. */
export function StockSaveBar({ stock, why, onWhy }: StockSaveBarProps) {
  const count = countOf(stock.edits);
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  return (
    <SaveBar note={`${changes} not saved`} hidden={count === 0}>
      {changesStock(stock.edits) && (
        <>
          <ReasonSelect
            value={why.reason}
            onChange={({ currentTarget: { value } }) => onWhy({ ...why, reason: reasonOf(value) })}
          />
          <Field
            label="Note"
            value={why.note}
            maxLength={500}
            autoComplete="off"
            onChange={({ currentTarget: { value: note } }) => onWhy({ ...why, note })}
          />
        </>
      )}
      <SaveButton busy={stock.busy}>Save {changes}</SaveButton>
      <Button look="quiet" onClick={stock.discard}>
        Discard
      </Button>
    </SaveBar>
  );
}

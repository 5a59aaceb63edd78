import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../forms/SaveBar.tsx';
import { ReasonSelect } from './ReasonSelect.tsx';
import { changesStock, countOf, type CellError } from './stock-edits.ts';
import type { StockEdits } from './use-stock-edits.ts';
import { reasonOf } from './variant-fields.ts';

interface StockSaveBarProps {
  readonly stock: StockEdits;
  /** Called with the first cell that was refused. */
  readonly onWrong: (error: CellError) => void;
}

/** How much is not saved, why stock changes, and the buttons. */
export function StockSaveBar({ stock, onWrong }: StockSaveBarProps) {
  const [reason, setReason] = useState('counted');
  const [note, setNote] = useState('');
  const count = countOf(stock.edits);
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  async function save(): Promise<void> {
    const [wrong, ...others] = await stock.save({ reason: reasonOf(reason), note });
    if (wrong) onWrong(wrong);
    else if (others.length === 0) setNote('');
  }
  return (
    <SaveBar note={`${changes} not saved`} hidden={count === 0}>
      {changesStock(stock.edits) && (
        <>
          <ReasonSelect
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <Field
            label="Note"
            value={note}
            maxLength={500}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        </>
      )}
      <Button onClick={save} aria-disabled={stock.busy || undefined}>
        Save {changes}
      </Button>
      <Button look="quiet" onClick={stock.discard}>
        Discard
      </Button>
    </SaveBar>
  );
}

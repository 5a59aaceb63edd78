import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import type { OfficeVariant } from '#shared/schemas/stock.ts';
import type { Cell } from './sheet.ts';
import { textOf, willBeCounted } from './stock-edits.ts';
import type { StockEdits } from './use-stock-edits.ts';
import { fieldLabels, isEditField, savedText, shownText, variantName } from './variant-fields.ts';

interface SheetNoteProps {
  readonly id: string;
  readonly cell: Cell | undefined;
  readonly stock: Pick<StockEdits, 'edits' | 'errors'>;
}

/** Notes on the active cell: error, saved value, and the stock of its variant. */
export function SheetNote({ id, cell, stock: { edits, errors } }: SheetNoteProps) {
  if (!cell) return <p className="sheet__note" id={id} />;
  const { variant, field } = cell;
  const error = errors.find((it) => it.variant._id === variant._id && it.field === field)?.message;
  const isChanged = isEditField(field) && edits[variant._id]?.texts[field] !== undefined;
  return (
    <p className="sheet__note" id={id}>
      <b>{variantName(variant)}:</b> {stockNote(variant, edits)}
      {isChanged && (
        <span>
          {' '}
          {fieldLabels[field]} was {shownText(field, savedText(variant, field), true) || 'empty'}.
        </span>
      )}
      {error && <span className="field__error"> {error}</span>}
    </p>
  );
}

function stockNote(variant: OfficeVariant, edits: StockEdits['edits']): string {
  const counted = willBeCounted(edits, variant);
  const number = (field: 'onHand' | 'held' | 'free') => textOf(edits, variant, field);
  const parts = counted
    ? [`${number('onHand')} in stock`, `${number('held')} held`, `${number('free')} available`]
    : [stockPolicyLabels.untracked];
  if (variant.waiting > 0) parts.push(`${variant.waiting} waiting`);
  return `${parts.join(' · ')}.`;
}

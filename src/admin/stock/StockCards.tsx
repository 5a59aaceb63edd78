import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import { useRef, useState, type ReactNode } from 'react';
import { Field, Select } from '../../ui/Field.tsx';
import { PolicyOptions } from './PolicyOptions.tsx';
import type { Cell, Sheet } from './sheet.ts';
import { textOf, willBeCounted } from './stock-edits.ts';
import { Swatch } from './Swatch.tsx';
import type { StockEdits } from './use-stock-edits.ts';
import { fieldLabels, freePieces, variantName, type EditField } from './variant-fields.ts';
import './stock-cards.css';

interface StockCardsProps {
  /** A row for each variant. */
  readonly sheet: Sheet;
  readonly stock: StockEdits;
  /** At the end of a variant's fields. */
  readonly beside: (cell: Cell) => ReactNode;
}

/** The phone layout: each variant with its stock, other fields collapsed. */
export function StockCards({ sheet, stock, beside }: StockCardsProps) {
  return (
    <ul className="stock-cards">
      {sheet.rows.map(({ key, heads: [head], cells: [cell] }) => (
        <li key={key}>
          {head?.colour && head.span > 0 && (
            <h3 className="stock-cards__colour">
              <Swatch colour={head.colour} />
              {head.text}
            </h3>
          )}
          {cell && (
            <VariantCard cell={cell} stock={stock}>
              {beside(cell)}
            </VariantCard>
          )}
        </li>
      ))}
    </ul>
  );
}

interface VariantCardProps {
  readonly cell: Cell;
  readonly stock: StockEdits;
  readonly children: ReactNode;
}

const folded = ['sku', 'barcode', 'priceDelta'] as const;

function VariantCard({ cell, stock, children }: VariantCardProps) {
  const { variant } = cell;
  const { edits, set } = stock;
  const [unfolded, setUnfolded] = useState(false);
  const counted = willBeCounted(edits, variant);
  const policy = textOf(edits, variant, 'policy');
  const free = freePieces({ ...variant, onHand: Number(textOf(edits, variant, 'onHand')) });
  const wrong = stock.errors.some((it) => it.variant._id === variant._id && it.field !== 'onHand');
  return (
    <div className="stock-card">
      <CardField
        {...{ stock, variant }}
        field="onHand"
        label={variant.size ?? fieldLabels.onHand}
        hint={
          counted
            ? `${variant.held} held, ${free} available${variant.waiting > 0 ? `, ${variant.waiting} waiting` : ''}`
            : stockPolicyLabels.untracked
        }
      />
      <details
        className="unfold"
        open={unfolded || wrong}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      >
        <summary aria-label={`More about ${variantName(variant)}`}>More</summary>
        <div className="fields">
          <Select
            label={fieldLabels.policy}
            value={policy}
            onChange={({ currentTarget: { value: text } }) =>
              set([{ variant, field: 'policy', text }])
            }
          >
            <PolicyOptions value={policy} />
          </Select>
          {folded.map((field) => (
            <CardField key={field} {...{ stock, variant, field }} label={fieldLabels[field]} />
          ))}
          {children}
        </div>
      </details>
    </div>
  );
}

interface CardFieldProps extends Pick<Cell, 'variant'> {
  readonly stock: StockEdits;
  readonly field: EditField;
  readonly label: string;
  readonly hint?: string;
}

/** Shows the text as typed; parses it like a cell, `+5` on blur. */
function CardField({ stock, variant, field, label, hint }: CardFieldProps) {
  const { edits, errors, set } = stock;
  const [draft, setDraft] = useState<string | null>(null);
  const began = useRef(false);
  const error = errors.find((it) => it.variant._id === variant._id && it.field === field);
  const text = textOf(edits, variant, field);
  const uncounted = field === 'onHand' && text === '0' && !willBeCounted(edits, variant);
  return (
    <Field
      label={label}
      aria-label={field === 'onHand' ? `Stock of ${variantName(variant)}` : undefined}
      value={draft ?? (uncounted ? '' : text)}
      error={error?.message}
      hint={hint}
      inputMode={field === 'onHand' || field === 'barcode' ? 'numeric' : undefined}
      autoComplete="off"
      data-changed={edits[variant._id]?.texts[field] === undefined ? undefined : true}
      enterKeyHint="done"
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
      onFocus={({ currentTarget }) => {
        began.current = false;
        currentTarget.select();
      }}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value);
        if (/^\s*[+-]/.test(value)) return;
        set([{ variant, field, text: value }], began.current);
        began.current = true;
      }}
      onBlur={() => {
        if (draft !== null && /^\s*[+-]/.test(draft)) set([{ variant, field, text: draft }]);
        setDraft(null);
      }}
    />
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { colourName } from '#shared/domain/colour-name.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { ProductChoice, QuotedGoods } from '#shared/schemas/quotes.ts';
import { productChoices } from '../../api/admin-quotes.ts';
import { Field, Select } from '../../ui/Field.tsx';
import { Picker } from '../forms/Picker.tsx';
import { goodsOf, listPriceText, stockText } from './quoted-goods.ts';
import './quotes.css';

/** A line that is being edited, with values as typed. */
export interface Draft {
  readonly product: string;
  readonly title: string;
  readonly sizes: readonly string[];
  readonly colors: readonly string[];
  readonly size: string;
  readonly color: string;
  /** As saved; empty after another size or color was chosen. */
  readonly sku: string;
  readonly quantity: string;
  readonly unitPrice: string;
}

/** A line in the format of the API. */
export const toLine = ({ product, size, color, quantity, unitPrice }: Draft) => ({
  product,
  size: size || null,
  color: color || null,
  quantity: Number(quantity),
  unitPrice: unitPrice.trim(),
});

interface LineFieldsProps {
  readonly lines: readonly Draft[];
  readonly onChange: (lines: readonly Draft[]) => void;
  readonly errorOf: (path: string) => string | undefined;
  /** The meaning of an empty price; without it, prices are required. */
  readonly priceHint?: string;
  /** Then the price of the shop, which may include tax, is not filled in. */
  readonly withoutTax?: boolean;
  /** Prices and stock of the shop, next to those of the lines. */
  readonly goods?: readonly QuotedGoods[];
}

/** The editable lines of a quote or an order, added by search. */
export function LineFields({
  lines,
  onChange,
  errorOf,
  priceHint,
  withoutTax = false,
  goods = [],
}: LineFieldsProps) {
  const set = (at: number, fields: Partial<Draft>) =>
    onChange(lines.map((it, place) => (place === at ? { ...it, ...fields } : it)));
  const add = ({ _id, title, sizes, colors, price, size, color }: ProductChoice) =>
    onChange([
      ...lines,
      {
        ...{ product: _id, title, sizes, colors, quantity: '1', sku: '' },
        size: size ?? sizes[0] ?? '',
        color: color ?? colors[0] ?? '',
        unitPrice: priceHint || withoutTax ? '' : String(price),
      },
    ]);
  return (
    <div className="line-fields">
      {lines.map((line, at) => (
        <fieldset key={at} className="line-fields__line">
          <legend>{[line.title, line.sku && `SKU ${line.sku}`].filter(Boolean).join(', ')}</legend>
          <Choice
            label="Color"
            name={`lines.${at}.color`}
            offered={line.colors}
            value={line.color}
            textOf={colourName}
            onChoose={(color) => set(at, { color, sku: '' })}
          />
          <Choice
            label="Size"
            name={`lines.${at}.size`}
            offered={line.sizes}
            value={line.size}
            onChoose={(size) => set(at, { size, sku: '' })}
          />
          <Field
            label="Pieces"
            name={`lines.${at}.quantity`}
            type="number"
            inputMode="numeric"
            min="1"
            max="999"
            required
            value={line.quantity}
            hint={stockText(goodsOf(goods, line), line)}
            error={errorOf(`lines.${at}.quantity`)}
            onChange={({ target }) => set(at, { quantity: target.value })}
          />
          <Field
            label={withoutTax ? 'Net price ($)' : 'Unit price ($)'}
            name={`lines.${at}.unitPrice`}
            inputMode="decimal"
            autoComplete="off"
            required={!priceHint}
            value={line.unitPrice}
            placeholder={priceHint}
            hint={listPriceText(goodsOf(goods, line), line)}
            error={errorOf(`lines.${at}.unitPrice`)}
            onChange={({ target }) => set(at, { unitPrice: target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${line.title}`}
            onClick={() => onChange(lines.filter((_, place) => place !== at))}
          >
            <X aria-hidden size={16} />
          </button>
          <LineError>{errorOf(`lines.${at}.product`)}</LineError>
        </fieldset>
      ))}
      <Picker
        label="Add a product"
        hint="By title or SKU."
        error={errorOf('lines')}
        resource={productChoices}
        rowsOf={(it) => it.products}
        nameOf={({ title, price, size, color }) => ({
          title: [title, color && colourName(color), size].filter(Boolean).join(', '),
          note: formatPrice(price),
        })}
        onPick={add}
      />
    </div>
  );
}

const LineError = ({ children }: { readonly children: ReactNode }) =>
  children ? <p className="field__error">{children}</p> : null;

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly offered: readonly string[];
  readonly value: string;
  readonly textOf?: (value: string) => string;
  readonly onChoose: (value: string) => void;
}

/** Nothing if there is nothing to choose. A value that is no longer offered stays until another is chosen. */
function Choice({ offered, value, textOf = (it) => it, onChoose, ...select }: ChoiceProps) {
  const options = value && !offered.includes(value) ? [...offered, value] : offered;
  if (options.length === 0) return null;
  return (
    <Select {...select} value={value} onChange={({ target }) => onChoose(target.value)}>
      {!value && <option value="">–</option>}
      {options.map((it) => (
        <option key={it} value={it}>
          {textOf(it)}
        </option>
      ))}
    </Select>
  );
}

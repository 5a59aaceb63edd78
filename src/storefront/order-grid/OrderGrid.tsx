import { useStore } from '@nanostores/react';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { formatPrice } from '#shared/domain/money.ts';
import { orderingMessages } from '#shared/ordering-messages.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import { $cartItems } from '../../stores/cart.ts';
import { addLinesToCart } from '../../stores/cart-batches.ts';
import { Button } from '../../ui/Button.tsx';
import { priceAt, priceSteps, pricesOf, type CompanyProduct } from '../company-price.ts';
import { GridTable } from './GridTable.tsx';
import {
  asQuantity,
  cellBeside,
  isForSale,
  missingPieces,
  rulesOf,
  sheetOf,
  withBlock,
} from './sheet.ts';

interface OrderGridProps {
  product: ProductWithVariants;
  own: CompanyProduct;
  company: string;
}

const cellOf = (target: EventTarget): number =>
  target instanceof HTMLInputElement ? Number(target.dataset['cell'] ?? -1) : -1;

/** All sizes and colors of a product at once, for members of a company. */
export function OrderGrid({ product, own, company }: OrderGridProps) {
  const [sheet] = useState(() => sheetOf(product));
  const [values, setValues] = useState(() => sheet.cells.map(() => ''));
  const [current, setCurrent] = useState(() => sheet.cells.findIndex((it) => it));
  const [wrong, setWrong] = useState({ cell: -1, message: '' });
  const table = useRef<HTMLTableElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const quantities = values.map(Number);
  const pieces = quantities.reduce((sum, it) => sum + it, 0);
  const inCart = useStore($cartItems)
    .filter((it) => it.product._id === product._id)
    .reduce((sum, it) => sum + it.quantity, 0);
  const ordered = pieces + inCart;
  const sum = sheet.cells.reduce(
    (all, it, n) => all + (it ? priceAt(pricesOf(own, it), ordered) * (quantities[n] ?? 0) : 0),
    0,
  );
  const rules = rulesOf(own);
  const missing = ordered > 0 ? missingPieces(own, ordered) : 0;
  const steps = priceSteps(
    own,
    sheet.cells.filter((it) => it !== undefined),
  );
  const step = steps.findLast((it) => it.quantity <= Math.max(ordered, 1));

  const focus = (cell: number): void =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)?.focus();

  const change = (next: readonly string[], message = ''): void => {
    setValues([...next]);
    setWrong({ cell: -1, message });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = cellOf(event.target);
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (from < 0 || ctrlKey || metaKey || altKey) return;
    // Tab is the browser's: the cells follow each other in rows.
    if (!(shiftKey ? /^Enter$/ : /^(Arrow\w+|Enter|Home|End|Escape)$/).test(key)) return;
    event.preventDefault();
    if (key === 'Escape') return button.current?.focus();
    focus(cellBeside(sheet, from, shiftKey ? 'ArrowUp' : key));
  };

  const onPaste = (event: ClipboardEvent): void => {
    const start = cellOf(event.target);
    const block = event.clipboardData.getData('text/plain');
    if (start < 0 || !/[\t\n]/.test(block)) return;
    event.preventDefault();
    const { values: filled, leftOut } = withBlock(sheet, values, start, block);
    change(filled, leftOut > 0 ? orderingMessages.pasteLeftOut(leftOut) : '');
  };

  const add = async (): Promise<void> => {
    const sent = sheet.cells.flatMap((it, cell) =>
      it && quantities[cell]
        ? [
            {
              cell,
              product: product._id,
              size: it.size,
              color: it.color,
              quantity: quantities[cell],
            },
          ]
        : [],
    );
    if (sent.length === 0) return focus(current);
    const reply = await addLinesToCart(sent.map(({ cell: _, ...line }) => line));
    if (reply.ok) return change(sheet.cells.map(() => ''));
    const line = Number(/^lines\.(\d+)/.exec(reply.issues[0]?.path ?? '')?.[1] ?? -1);
    const cell = sent[line]?.cell ?? -1;
    setWrong({ cell, message: reply.message });
    if (cell >= 0) focus(cell);
  };

  return (
    <>
      <div className="order-grid__head">
        <h2 id="order-grid-title">Order by size and color</h2>
        <p className="order-grid__hint" id="order-grid-hint">
          Prices for {company}. Move with Tab, Enter and the arrow keys, or paste a block from a
          spreadsheet. Escape leaves the fields.
        </p>
        <ul className="order-grid__rungs" aria-label="Unit price">
          {steps.map((it) => (
            <li key={it.quantity} aria-current={it === step}>
              {steps.length > 1 && `From ${it.quantity}: `}
              <b>
                {it.ofAll ? '' : steps.length > 1 ? 'from ' : 'From '}
                {formatPrice(it.price)}
              </b>
            </li>
          ))}
          {rules && <li>Order {rules}</li>}
        </ul>
      </div>
      <div className="order-grid__scroll">
        <GridTable
          ref={table}
          {...{ sheet, values, wrong: wrong.cell }}
          onFocus={(event) => {
            const cell = cellOf(event.target);
            if (cell < 0) return;
            setCurrent(cell);
            if (event.target instanceof HTMLInputElement) event.target.select();
          }}
          onInput={(event) => {
            const cell = cellOf(event.target);
            if (!(event.target instanceof HTMLInputElement) || !isForSale(sheet.cells[cell]))
              return;
            change(values.with(cell, asQuantity(event.target.value)));
          }}
          {...{ onKeyDown, onPaste }}
        />
      </div>
      <p className="field__error" id="order-grid-wrong" role="alert">
        {wrong.message}
      </p>
      <div className="order-grid__foot">
        <p role="status">
          <b>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</b>, {formatPrice(sum)}
          {inCart > 0 && <span>{inCart} more in your cart</span>}
          {missing > 0 && (
            <span className="order-grid__missing">
              {missing === 1 ? '1 piece' : `${missing} pieces`} missing: order {rules}
            </span>
          )}
        </p>
        <Button ref={button} onClick={add}>
          Add to Cart
        </Button>
      </div>
    </>
  );
}

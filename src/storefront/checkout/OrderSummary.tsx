import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { counted } from '#shared/domain/counted.ts';
import { lineTotal } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../../routes.ts';
import { $companyName } from '../../stores/company-name.ts';
import { ChoiceFields } from '../cart/ChoiceFields.tsx';
import { isBlocked, openChoice, stockProblem } from '../cart/choice.ts';
import { CompanyNote } from '../cart/CompanyNote.tsx';
import { CartSums } from '../cart/CartSums.tsx';
import { StockProblem } from '../cart/StockProblem.tsx';
import { SummaryLine } from './SummaryLine.tsx';
import style from '../cart/Summary.module.css';

/** More lines than these are folded. */
const most = 6;

interface Props {
  items: readonly CartItem[];
  /** Whether the shopper tried to pay without a size or colour. */
  asked: boolean;
}

function Line({ item, asked }: { item: CartItem; asked: boolean }) {
  // The fields stay after the first choice, which may not be the last: arrow keys choose at each press.
  const [wasOpen] = useState(() => openChoice(item) !== undefined);
  const isForCompany = useStore($companyName) !== '';
  const asksChoice = wasOpen || openChoice(item) !== undefined;
  return (
    <SummaryLine
      title={item.product.title}
      line={item}
      sku={isForCompany ? (item.sku ?? '') : ''}
      total={lineTotal(item.product.price, item.quantity)}
      asksChoice={asksChoice}
    >
      {asksChoice && <ChoiceFields item={item} asked={asked} />}
      <StockProblem item={item} />
      {stockProblem(item) && (
        <a className="lone-link" href={routes.cart()}>
          Change in cart
        </a>
      )}
    </SummaryLine>
  );
}

function Lines({ items, asked }: Props) {
  const isOneBlocked = items.some(isBlocked);
  const pieces = items.reduce((sum, it) => sum + it.quantity, 0);
  const [open, setOpen] = useState(false);
  const lines = (
    <ul className={style.lines}>
      {items.map((item) => (
        <Line key={item._id} item={item} asked={asked} />
      ))}
    </ul>
  );
  if (items.length <= most) return lines;
  // What was opened for a problem stays open when it is solved.
  if (isOneBlocked && !open) setOpen(true);
  return (
    <details
      className={style.folded}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {items.length} lines, {counted(pieces, 'piece')}
      </summary>
      {lines}
    </details>
  );
}

/** The order summary: lines, shipping and total. */
export function OrderSummary({ items, asked }: Props) {
  return (
    <section className={style.summary} aria-labelledby="order-summary">
      <h2 id="order-summary">Order summary</h2>
      <CompanyNote />
      <Lines {...{ items, asked }} />
      <CartSums items={items} subtotal />
    </section>
  );
}

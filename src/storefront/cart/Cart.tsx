import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';
import { $cartItems, $cartLoading, $cartError } from '../../stores/cart.ts';
import { $cartPrice, isRefused } from '../../stores/cart-price.ts';
import { $userToken } from '../../stores/session.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { focusBlocked, isBlocked, isMistyped, stockProblem } from './choice.ts';
import { CartLine } from './CartLine.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';
import { CartError } from './CartError.tsx';
import { QuoteButton } from './QuoteButton.tsx';
import { EmptyCart } from './EmptyCart.tsx';
import { CompanyNote } from './CompanyNote.tsx';
import { CartSums } from './CartSums.tsx';
import columns from './Columns.module.css';
import line from './CartLine.module.css';
import style from './Summary.module.css';

/**
 * After a focused line was removed, focuses the next line, or the link to the shop. False while neither exists.
 */
function focusAfter(index: number): boolean {
  if (document.activeElement !== document.body) return true;
  const removes = document.querySelectorAll<HTMLElement>(`.${line.remove}`);
  const next = removes[Math.min(index, removes.length - 1)];
  (next ?? document.querySelector<HTMLElement>('main .empty .button'))?.focus();
  return document.activeElement !== document.body;
}

interface CartProps {
  /** What the shop promises of returns. */
  readonly returns: string;
}

/** The cart's lines, total and checkout button. */
export function Cart({ returns }: CartProps) {
  const items = useStore($cartItems);
  const loading = useStore($cartLoading);
  const problem = useStore($cartError);
  const token = useStore($userToken);
  const company = useStore($cartPrice).body?.price?.company;
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(false);
  const removed = useRef<{ readonly id: string; readonly index: number } | null>(null);

  useEffect(() => {
    // The cart may be reloaded while the line still exists.
    const line = removed.current;
    if (!line || items.some(({ _id }) => _id === line.id)) return;
    if (focusAfter(line.index)) removed.current = null;
  }, [items, loading]);

  if (!hydrated || (loading && items.length === 0)) return <CartSkeleton />;
  if (items.length === 0 && problem) {
    return (
      <div className="empty">
        <p className="empty__title">{messages.cart.empty}</p>
        <CartError text={problem} />
      </div>
    );
  }
  if (items.length === 0) return <EmptyCart signedIn={token !== ''} />;
  return (
    <div className={columns.columns}>
      {problem && <CartError text={problem} />}
      <ul>
        {items.map((item, index) => (
          <CartLine
            key={item._id}
            item={item}
            asked={asked}
            onRemove={() => {
              removed.current = { id: item._id, index };
            }}
          />
        ))}
      </ul>
      <section className={style.summary} aria-label="Summary">
        <h2>Summary</h2>
        <CompanyNote />
        <CartSums items={items} />
        <div role="alert">
          {asked && items.some(stockProblem) && (
            <p className="notice">{messages.checkout.soldOut}</p>
          )}
        </div>
        <a
          className="button button--wide"
          href={routes.userOrder()}
          onClick={(event) => {
            if (!items.some(isBlocked) && !isRefused() && !isMistyped()) return;
            event.preventDefault();
            // Renders first, so that the missing field is announced when it gets the focus.
            flushSync(() => setAsked(true));
            focusBlocked();
          }}
        >
          Proceed to Checkout
        </a>
        {company && <QuoteButton />}
        <p className={style.fact}>{returns} on everything.</p>
      </section>
    </div>
  );
}

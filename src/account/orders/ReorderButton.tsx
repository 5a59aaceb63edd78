import { useState } from 'react';
import { orderingMessages } from '#shared/ordering-messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { addLinesToCart } from '../../stores/cart-batches.ts';
import { Button } from '../../ui/Button.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import style from './Orders.module.css';

interface ReorderButtonProps {
  readonly lines: Order['products'];
  readonly label: string;
  /** What is ordered again, for screen readers. */
  readonly name: string;
}

/** Adds lines of an order to the cart again, and lists those that could not be added, with the reason. */
export function ReorderButton({ lines, label, name }: ReorderButtonProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const orderAgain = async (): Promise<void> => {
    const gone = lines.filter((it) => !it.product);
    const there = lines.filter((it) => it.product);
    const found = gone.map((it) => orderingMessages.gone(nameOfLine(it)));
    if (there.length > 0) {
      const wanted = there.flatMap(({ product, size, color, quantity }) =>
        product ? [{ product: product._id, size, color, quantity }] : [],
      );
      const reply = await addLinesToCart(wanted, true);
      if (!reply.ok) return setProblems([reply.message]);
      for (const { line, message } of reply.problems) {
        const title = there[line]?.title ?? '';
        found.push(message.includes(title) ? message : `${title}: ${message}`);
      }
    }
    setProblems(found);
  };
  return (
    <>
      <Button
        look="quiet"
        className="button--small"
        aria-label={`${label}: ${name}`}
        onClick={orderAgain}
      >
        {label}
      </Button>
      {problems.length > 0 && (
        <div className={`field__error ${style.problems}`} role="alert">
          {problems.map((it) => (
            <p key={it}>{it}</p>
          ))}
        </div>
      )}
    </>
  );
}

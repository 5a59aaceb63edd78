import { orderingMessages } from '#shared/ordering-messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { addLinesToCart } from '../../stores/cart-batches.ts';
import { Button } from '../../ui/Button.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';

interface ReorderButtonProps {
  order: Order;
  /** Called with the lines that could not be added, and why. */
  onProblems: (problems: readonly string[]) => void;
}

/** Adds the lines of an order to the cart again. */
export function ReorderButton({ order, onProblems }: ReorderButtonProps) {
  const orderAgain = async (): Promise<void> => {
    const gone = order.products.filter((it) => !it.product);
    const there = order.products.flatMap(({ product, size, color, quantity }) =>
      product ? [{ product: product._id, size, color, quantity }] : [],
    );
    const problems = gone.map((it) => orderingMessages.gone(nameOfLine(it)));
    if (there.length > 0) {
      const reply = await addLinesToCart(there, true);
      if (!reply.ok) return onProblems([reply.message]);
      const lines = order.products.filter((it) => it.product);
      for (const { line, message } of reply.problems) {
        const title = lines[line]?.title ?? '';
        problems.push(message.includes(title) ? message : `${title}: ${message}`);
      }
    }
    onProblems(problems);
  };
  return (
    <Button
      look="quiet"
      className="button--small"
      aria-label={`Order again: ${order.number}`}
      onClick={orderAgain}
    >
      Order again
    </Button>
  );
}

import type { CartItem } from '#shared/schemas/cart.ts';
import { stockProblem } from './choice.ts';

/** What keeps a line from being ordered; announced when it appears, and reached when somebody wants to go on. */
export function StockProblem({ item }: { item: CartItem }) {
  const problem = stockProblem(item);
  return (
    <div role="status">
      {problem && (
        <p className="field__error" tabIndex={-1} data-stock-problem>
          {problem}
        </p>
      )}
    </div>
  );
}

import type { CartItem } from '#shared/schemas/cart.ts';
import { stockProblem } from './choice.ts';

/** Why a line cannot be ordered. Announced when it appears, and focused when the shopper tries to continue. */
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

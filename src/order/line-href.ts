import type { Order } from '#shared/schemas/orders.ts';
import { routes } from '../routes.ts';

type Line = Pick<Order['products'][number], 'product' | 'size' | 'color'>;

/** The page of its product with this size and colour; none after the product was deleted. */
export function lineHref({ product, size, color }: Line): string | undefined {
  if (!product) return undefined;
  const choice = Object.entries({ color, size }).flatMap(([name, it]) => (it ? [[name, it]] : []));
  const href = routes.product(product._id, product.title);
  return choice.length > 0 ? `${href}?${new URLSearchParams(choice)}` : href;
}

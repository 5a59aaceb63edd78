import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import type { stockRequestInput } from '../../_shared/schemas/stock.ts';

/**
 * Requires the service role: visitors may not insert directly, which would bypass the rate limit.
 * @throws ApiError 404, 409 `in_stock`
 */
export async function addStockRequest(
  service: Db,
  productId: string,
  { email, size, color }: z.output<typeof stockRequestInput>,
): Promise<void> {
  await service.call('add_stock_request', {
    p_product: productId,
    p_email: email,
    p_size: size ?? undefined,
    p_color: color ?? undefined,
  });
}

import { connectAsService } from '../../_shared/queries/database.ts';
import { linkedOrder, type LinkedOrder } from '../../_shared/schemas/orders.ts';
import type { Settings } from '../../_shared/settings.ts';
import { tooManyRequests } from '../errors.ts';
import { findOrder, type ImageUrl } from './orders.ts';

const perMinute = 60;

/**
 * What a link shows of an order; null for one that was deleted. Counted by order: the site asks for the pages of all shoppers, so
 * their addresses are not known here.
 * @throws ApiError 429
 */
export async function readLinkedOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<LinkedOrder | null> {
  const service = connectAsService(settings);
  const limit = { p_key: `order_link:${id}`, p_limit: perMinute, p_window: '1 minute' };
  const seconds = await service.call('consume_rate_limit', limit);
  if (seconds > 0) throw tooManyRequests(seconds);
  const order = await findOrder(service, imageUrl, id);
  // The schema leaves out all that the link does not show, whatever an order has.
  return order && linkedOrder.parse({ ...order, firstname: order.user.firstname });
}

import sql from 'sql-template-tag';
import { connectAsService, type Db } from '../../_shared/queries/database.ts';
import { linkedOrder, type LinkedOrder, type Order } from '../../_shared/schemas/orders.ts';
import type { Settings } from '../../_shared/settings.ts';
import { tooManyRequests } from '../errors.ts';
import { findOrder, type ImageUrl } from './orders.ts';

const perMinute = 60;

/** Counted by order: the site asks for the pages of all shoppers, so their addresses are not known here. @throws ApiError 429 */
async function countUse(service: Db, id: string): Promise<void> {
  const limit = { p_key: `order_link:${id}`, p_limit: perMinute, p_window: '1 minute' };
  const seconds = await service.call('consume_rate_limit', limit);
  if (seconds > 0) throw tooManyRequests(seconds);
}

/** Whether its link pays an order. */
async function isPayable(service: Db, { _id, status }: Order): Promise<boolean> {
  if (status !== 'Pending') return false;
  const [found] = await service.query<{ by_office: boolean }>(
    sql`select by_office from public.orders where id = ${_id}`,
  );
  return found?.by_office ?? false;
}

/** The order that a link pays; null where it does not. @throws ApiError 429 */
export async function readPayableOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<Order | null> {
  const service = connectAsService(settings);
  await countUse(service, id);
  const order = await findOrder(service, imageUrl, id);
  return order && (await isPayable(service, order)) ? order : null;
}

/** What a link shows of an order; null for one that was deleted. @throws ApiError 429 */
export async function readLinkedOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<LinkedOrder | null> {
  const service = connectAsService(settings);
  await countUse(service, id);
  const order = await findOrder(service, imageUrl, id);
  if (!order) return null;
  // The schema leaves out all that the link does not show, whatever an order has.
  const payable = await isPayable(service, order);
  return linkedOrder.parse({ ...order, firstname: order.user.firstname, payable });
}

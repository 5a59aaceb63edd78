import sql from 'sql-template-tag';
import { paymentToCancel, isCancelledAtOnce } from '../../_shared/domain/order-status.ts';
import { connectForLink, connectAsService, type Db } from '../../_shared/queries/database.ts';
import { linkedOrder, type LinkedOrder, type Order } from '../../_shared/schemas/orders.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError, tooManyRequests } from '../errors.ts';
import { findOrder, type ImageUrl } from './orders.ts';

const perMinute = 60;

/** Counted by order: the site asks for the pages of all shoppers, so their addresses are not known here. @throws ApiError 429 */
async function countUse(service: Db, id: string): Promise<void> {
  const limit = { p_key: `order_link:${id}`, p_limit: perMinute, p_window: '1 minute' };
  const seconds = await service.call('consume_rate_limit', limit);
  if (seconds > 0) throw tooManyRequests(seconds);
}

/** An order and what its link may do. A guest's does what a customer can; that of an order of the back office pays it. */
interface Linked {
  order: Order;
  byGuest: boolean;
  payable: boolean;
}

/** Null for an order that was deleted. @throws ApiError 429 */
async function findLinked(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<Linked | null> {
  await countUse(connectAsService(settings), id);
  const { reading } = connectForLink(settings, id);
  const order = await findOrder(reading, imageUrl, id);
  if (!order) return null;
  const [made] = await reading.query<{ by_office: boolean; by_guest: boolean }>(
    sql`select by_office, by_guest from public.orders where id = ${id}`,
  );
  const byGuest = made?.by_guest ?? false;
  const payable = order.status === 'Pending' && (byGuest || (made?.by_office ?? false));
  return { order, byGuest, payable };
}

/** The order that a link pays; null where it does not. @throws ApiError 429 */
export async function readPayableOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<Order | null> {
  const found = await findLinked(settings, imageUrl, id);
  return found?.payable ? found.order : null;
}

/** The order of a guest, whose link does what a customer can. @throws ApiError 403 for others, 429 */
export async function readGuestOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<Order> {
  const found = await findLinked(settings, imageUrl, id);
  if (found?.byGuest) return found.order;
  throw new ApiError(403, 'sign_in', 'Please sign in to your account to do this.');
}

/** What a link shows of an order; null for one that was deleted. @throws ApiError 429 */
export async function readLinkedOrder(
  settings: Settings,
  imageUrl: ImageUrl,
  id: string,
): Promise<LinkedOrder | null> {
  const found = await findLinked(settings, imageUrl, id);
  if (!found) return null;
  const { order, byGuest, payable } = found;
  const cancellable = byGuest && (isCancelledAtOnce(order) || paymentToCancel(order) !== null);
  // The schema leaves out all that the link does not show, whatever an order has.
  return linkedOrder.parse({
    ...order,
    ...{ firstname: order.user.firstname, payable, cancellable, byGuest },
  });
}

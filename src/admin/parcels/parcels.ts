import type { Order } from '#shared/schemas/orders.ts';
import type { FulfilInput, ParcelInput, ParcelUpdate } from '#shared/schemas/parcels.ts';
import * as api from '../../api/admin-parcels.ts';
import { toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

const about = 'parcel';

async function changeOrder(request: ReturnType<typeof api.packOrder>) {
  const reply = await change(request, ['/orders'], { failed: ({ message }) => message, about });
  if (reply.ok) toastSuccess(reply.message, undefined, about);
  return reply;
}

export const packOrder = (order: string, parcel: ParcelInput) =>
  changeOrder(api.packOrder(order, parcel));

export const changeParcel = (id: string, parcel: ParcelUpdate) =>
  changeOrder(api.changeParcel(id, parcel));

/** Packs, or packs and sends, what is left of many orders. Resolves with whether it succeeded. */
export async function fulfilOrders(
  action: FulfilInput['action'],
  ids: readonly string[],
): Promise<boolean> {
  const request = api.fulfilOrders({ action, ids: [...ids] });
  const reply = await change(request, ['/orders'], { failed: ({ message }) => message, about });
  if (!reply.ok) return false;
  if (reply.count > 0) toastSuccess(reply.message, undefined, about);
  else toastInfo(reply.message);
  return true;
}

/** The pieces of each line that are in no parcel yet and are to be sent. */
export function leftToPack({ products, parcels }: Order): Map<string, number> {
  const left = new Map(products.map((it) => [it._id, it.quantity - it.notToSend]));
  for (const { line, quantity } of parcels.flatMap((it) => it.lines)) {
    left.set(line, (left.get(line) ?? 0) - quantity);
  }
  return left;
}

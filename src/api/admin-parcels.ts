import type { z } from 'zod';
import type { refundReply as orderChangedReply } from '#shared/schemas/admin-orders.ts';
import type {
  FulfilInput,
  fulfilReply,
  ParcelInput,
  ParcelUpdate,
} from '#shared/schemas/parcels.ts';
import { call } from './client.ts';

type Changed = z.infer<typeof orderChangedReply>;
const changed = { message: 'string', order: 'object' } as const;

/** Packs pieces of a paid order; without lines, all that are left. */
export const packOrder = (order: string, body: ParcelInput) =>
  call<Changed>(`/orders/admin/${encodeURIComponent(order)}/parcels`, changed, {
    method: 'POST',
    body,
    as: 'admin',
  });

/** Updates, sends or cancels a parcel, or marks it as delivered. */
export const changeParcel = (id: string, body: ParcelUpdate) =>
  call<Changed>(`/orders/admin/parcels/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

/** Packs, or packs and sends, all that is left of paid orders. */
export const fulfilOrders = (body: FulfilInput) =>
  call<z.infer<typeof fulfilReply>>(
    '/orders/admin/fulfil',
    { message: 'string', count: 'number', left: 'number' },
    { method: 'POST', body, as: 'admin' },
  );

import type { z } from 'zod';
import type { refundReply as orderChangedReply } from '#shared/schemas/admin-orders.ts';
import type {
  FulfilInput,
  fulfilReply,
  ParcelInput,
  ParcelUpdate,
} from '#shared/schemas/parcels.ts';
import { post, put } from './admin-call.ts';

type Changed = z.infer<typeof orderChangedReply>;
const changed = { message: 'string', order: 'object' } as const;

/** Packs pieces of a paid order; without lines, all that are left. */
export const packOrder = (order: string, body: ParcelInput) =>
  post<Changed>(`/orders/admin/${encodeURIComponent(order)}/parcels`, changed, body);

/** Updates, sends or cancels a parcel, or marks it as delivered. */
export const changeParcel = (id: string, body: ParcelUpdate) =>
  put<Changed>(`/orders/admin/parcels/${encodeURIComponent(id)}`, changed, body);

/** Packs, or packs and sends, all that is left of paid orders. */
export const fulfilOrders = (body: FulfilInput) =>
  post<z.infer<typeof fulfilReply>>(
    '/orders/admin/fulfil',
    { message: 'string', count: 'number', left: 'number', missing: 'array' },
    body,
  );

import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  ShippingMethodInput,
  ShippingMethodUpdate,
  shippingReply,
  shippingSavedReply,
  ShippingZoneInput,
  ShippingZoneUpdate,
} from '#shared/schemas/shipping.ts';
import { post, put, read, remove } from './admin-call.ts';
import { sentence } from './shape.ts';

type Saved = z.infer<typeof shippingSavedReply>;
type Removed = z.infer<typeof messageReply>;
const saved = { message: 'string', _id: 'string' } as const;
const zoneAt = (id: string) => `/shipping/zones/${encodeURIComponent(id)}`;
const methodAt = (id: string) => `/shipping/methods/${encodeURIComponent(id)}`;

/** Zones with their methods. */
export const shipping = () =>
  read<z.infer<typeof shippingReply>>('/shipping/zones', { zones: 'array' });

export const addZone = (body: ShippingZoneInput) => post<Saved>('/shipping/zones', saved, body);

export const changeZone = (id: string, body: ShippingZoneUpdate) =>
  put<Saved>(zoneAt(id), saved, body);

export const deleteZone = (id: string) => remove<Removed>(zoneAt(id), sentence);

export const addMethod = (zone: string, body: ShippingMethodInput) =>
  post<Saved>(`${zoneAt(zone)}/methods`, saved, body);

export const changeMethod = (id: string, body: ShippingMethodUpdate) =>
  put<Saved>(methodAt(id), saved, body);

export const deleteMethod = (id: string) => remove<Removed>(methodAt(id), sentence);

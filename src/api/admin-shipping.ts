import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  ShippingMethodInput,
  shippingReply,
  shippingSavedReply,
  shippingZoneInput,
} from '#shared/schemas/shipping.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

type Saved = z.infer<typeof shippingSavedReply>;
const saved = { message: 'string', _id: 'string' } as const;
const part = encodeURIComponent;

/** Zones with their methods. */
export const shipping = () =>
  resource<z.infer<typeof shippingReply>>('/shipping/zones', { zones: 'array' }, { as: 'admin' });

const save = (path: string, method: 'POST' | 'PUT', body: object) =>
  call<Saved>(path, saved, { method, body, as: 'admin' });

const remove = (path: string) =>
  call<z.infer<typeof messageReply>>(path, sentence, { method: 'DELETE', as: 'admin' });

/** Creates or updates a zone. */
export const saveZone = (id: string | null, body: z.input<typeof shippingZoneInput>) =>
  id === null
    ? save('/shipping/zones', 'POST', body)
    : save(`/shipping/zones/${part(id)}`, 'PUT', body);

export const deleteZone = (id: string) => remove(`/shipping/zones/${part(id)}`);

export const addMethod = (zone: string, body: ShippingMethodInput) =>
  save(`/shipping/zones/${part(zone)}/methods`, 'POST', body);

export const changeMethod = (id: string, body: ShippingMethodInput) =>
  save(`/shipping/methods/${part(id)}`, 'PUT', body);

export const deleteMethod = (id: string) => remove(`/shipping/methods/${part(id)}`);

import type { z } from 'zod';
import type {
  addressDeletedReply,
  addressesChangedReply,
  addressesReply,
  SavedAddressInput,
} from '#shared/schemas/addresses.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

const path = '/users/addresses';
const list = { addresses: 'array' } as const;
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** The shopper's address book. */
export const addresses = () => resource<z.infer<typeof addressesReply>>(path, list, { as: 'user' });

/** Adds an address, or replaces the one with this id. */
export const saveAddress = (body: SavedAddressInput, id?: string) =>
  call<z.infer<typeof addressesChangedReply>>(
    id === undefined ? path : pathOf(id),
    { ...sentence, ...list, _id: 'string' },
    { method: id === undefined ? 'POST' : 'PUT', body, as: 'user' },
  );

export const deleteAddress = (id: string) =>
  call<z.infer<typeof addressDeletedReply>>(
    pathOf(id),
    { ...sentence, ...list },
    { method: 'DELETE', as: 'user' },
  );

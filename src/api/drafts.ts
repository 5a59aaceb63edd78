import type { z } from 'zod';
import type { linesAddedReply } from '#shared/schemas/cart-batches.ts';
import type { draftsChangedReply, draftsReply } from '#shared/schemas/drafts.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

const changed = { ...sentence, drafts: 'array' } as const;
const pathOf = (id: string) => `/cart/drafts/${encodeURIComponent(id)}`;

/** The shopper's saved carts. */
export const drafts = () =>
  resource<z.infer<typeof draftsReply>>('/cart/drafts', { drafts: 'array' }, { as: 'user' });

/** Saves the cart under a name. */
export const saveDraft = (name: string) =>
  call<z.infer<typeof draftsChangedReply>>('/cart/drafts', changed, {
    method: 'POST',
    body: { name },
    as: 'user',
  });

export const loadDraft = (id: string) =>
  call<z.infer<typeof linesAddedReply>>(
    `${pathOf(id)}/load`,
    { ...sentence, cart: { products: 'array' }, problems: 'array' },
    { method: 'POST', as: 'user' },
  );

export const deleteDraft = (id: string) =>
  call<z.infer<typeof draftsChangedReply>>(pathOf(id), changed, { method: 'DELETE', as: 'user' });

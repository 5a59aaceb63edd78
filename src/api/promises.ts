import type { ShopPromises } from '#shared/schemas/promises.ts';
import { resource } from './client.ts';

/** What the settings of the shop promise of shipping and returns. */
export const promises = () =>
  resource<ShopPromises>('/shop/promises', {
    orderBy: 'string',
    returnDays: 'number',
    returns: 'object',
    zones: 'array',
  });

import type { z } from 'zod';
import type { Shop, shopSavedReply, ShopDetailsUpdate } from '#shared/schemas/shop.ts';
import { put, read } from './admin-call.ts';

/** Who the shop is. */
export const shop = () =>
  read<Shop>('/shop/details', {
    ...{ name: 'string', legalName: 'string', address: 'string', country: 'string' },
    ...{ email: 'string', phone: 'string', hours: 'string', description: 'string' },
    ...{ socialLinks: 'string', copyrightYear: 'number' },
    ...{ paper: 'string', accent: 'string', paperDark: 'string', accentDark: 'string' },
  });

export const saveShop = (body: ShopDetailsUpdate) =>
  put<z.infer<typeof shopSavedReply>>('/shop/details', { message: 'string', shop: 'object' }, body);

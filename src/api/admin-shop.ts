import type { z } from 'zod';
import type { LogoScheme, Shop, shopSavedReply, ShopDetailsUpdate } from '#shared/schemas/shop.ts';
import { post, put, read, remove } from './admin-call.ts';

/** Who the shop is. */
export const shop = () =>
  read<Shop>('/shop/details', {
    ...{ name: 'string', legalName: 'string', address: 'string' },
    ...{ country: 'string', currency: 'string', open: 'boolean' },
    ...{ email: 'string', phone: 'string', hours: 'string', description: 'string' },
    ...{ socialLinks: 'string', copyrightYear: 'number' },
    ...{ paper: 'string', accent: 'string', paperDark: 'string', accentDark: 'string' },
    ...{ logo: 'string', logoDark: 'string', typefaces: 'string' },
  });

type Saved = z.infer<typeof shopSavedReply>;
const saved = { message: 'string', shop: 'object' } as const;

export const saveShop = (body: ShopDetailsUpdate) => put<Saved>('/shop/details', saved, body);

/** Fields of the body: scheme, image. */
export const saveLogo = (body: FormData) => post<Saved>('/shop/logo', saved, body);
export const removeLogo = (scheme: LogoScheme) => remove<Saved>(`/shop/logo/${scheme}`, saved);

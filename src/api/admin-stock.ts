import type { z } from 'zod';
import type {
  AdjustInput,
  adjustReply,
  lowStockReply,
  officeVariantsReply,
  stockMovementsReply,
  StockSettings,
  stockSettingsChangedReply,
  stockSettingsReply,
  variantsChangedReply,
  VariantsInput,
} from '#shared/schemas/stock.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { bounded } from './shape.ts';

const part = encodeURIComponent;

/** The sizes and colours of a product. */
export const variants = (product: string) =>
  resource<z.infer<typeof officeVariantsReply>>(
    `/products/${part(product)}/variants`,
    { variants: 'array' },
    { as: 'admin' },
  );

export const saveVariants = (product: string, body: VariantsInput) =>
  call<z.infer<typeof variantsChangedReply>>(
    `/products/${part(product)}/variants`,
    { message: 'string', variants: 'array' },
    { method: 'PUT', body, as: 'admin' },
  );

export const adjustStock = (body: AdjustInput) =>
  call<z.infer<typeof adjustReply>>(
    '/stock/adjust',
    { message: 'string', count: 'number' },
    { method: 'POST', body, as: 'admin' },
  );

/** Newest first; `cursor` is the `next` of the previous page. */
export const stockMovements = (variant: string, cursor?: string) =>
  resource<z.infer<typeof stockMovementsReply>>(
    `/stock/${part(variant)}/movements${cursor ? `?cursor=${part(cursor)}` : ''}`,
    { movements: 'array' },
    { as: 'admin' },
  );

/** `params` is a table query of the back office. */
export const lowStockPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof lowStockReply>>(
      `/stock/low?${params}`,
      { variants: 'array', ...bounded },
      { as: 'admin' },
    ),
    (it) => it.variants,
  );

export const stockSettings = () =>
  resource<z.infer<typeof stockSettingsReply>>(
    '/stock/settings',
    { settings: 'object' },
    { as: 'admin' },
  );

export const saveStockSettings = (body: StockSettings) =>
  call<z.infer<typeof stockSettingsChangedReply>>(
    '/stock/settings',
    { message: 'string', settings: 'object' },
    { method: 'PUT', body, as: 'admin' },
  );

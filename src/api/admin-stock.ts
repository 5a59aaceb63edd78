import type { z } from 'zod';
import type {
  AdjustInput,
  adjustReply,
  lowStockReply,
  officeVariantsReply,
  stockMovementsReply,
  variantsChangedReply,
  VariantsInput,
} from '#shared/schemas/stock.ts';
import type {
  stockSettingsChangedReply,
  stockSettingsReply,
  StockSettingsUpdate,
} from '#shared/schemas/stock-settings.ts';
import { post, put, read } from './admin-call.ts';
import { tablePage } from './page.ts';
import { bounded } from './shape.ts';

const part = encodeURIComponent;

/** The sizes and colours of a product. */
export const variants = (product: string) =>
  read<z.infer<typeof officeVariantsReply>>(`/products/${part(product)}/variants`, {
    variants: 'array',
  });

export const saveVariants = (product: string, body: VariantsInput) =>
  put<z.infer<typeof variantsChangedReply>>(
    `/products/${part(product)}/variants`,
    { message: 'string', variants: 'array' },
    body,
  );

export const adjustStock = (body: AdjustInput) =>
  post<z.infer<typeof adjustReply>>('/stock/adjust', { message: 'string', count: 'number' }, body);

/** Newest first; `cursor` is the `next` of the previous page. */
export const stockMovements = (variant: string, cursor?: string) =>
  read<z.infer<typeof stockMovementsReply>>(
    `/stock/${part(variant)}/movements${cursor ? `?cursor=${part(cursor)}` : ''}`,
    { movements: 'array' },
  );

export const lowStockPage = tablePage(
  '/stock/low',
  { variants: 'array', ...bounded },
  (it: z.infer<typeof lowStockReply>) => it.variants,
);

export const stockSettings = () =>
  read<z.infer<typeof stockSettingsReply>>('/stock/settings', { settings: 'object' });

export const saveStockSettings = (body: StockSettingsUpdate) =>
  put<z.infer<typeof stockSettingsChangedReply>>(
    '/stock/settings',
    { message: 'string', settings: 'object' },
    body,
  );

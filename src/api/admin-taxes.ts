import type { z } from 'zod';
import type {
  Taxes,
  TaxRateInput,
  taxRateReply,
  TaxSettingsUpdate,
  taxSettingsReply,
} from '#shared/schemas/taxes.ts';
import { post, put, read, remove } from './admin-call.ts';

const changed = { message: 'string', rate: 'object' } as const;
const rateAt = (id: string) => `/taxes/rates/${encodeURIComponent(id)}`;

/** The rates with the settings of invoices. */
export const taxes = () =>
  read<Taxes>('/taxes', { settings: 'object', rates: 'array', countries: 'array' });

export const saveTaxSettings = (body: TaxSettingsUpdate) =>
  put<z.infer<typeof taxSettingsReply>>(
    '/taxes/settings',
    { message: 'string', settings: 'object' },
    body,
  );

export const createTaxRate = (body: TaxRateInput) =>
  post<z.infer<typeof taxRateReply>>('/taxes/rates', changed, body);

export const updateTaxRate = (id: string, rate: number) =>
  put<z.infer<typeof taxRateReply>>(rateAt(id), changed, { rate });

export const deleteTaxRate = (id: string) =>
  remove<{ message: string }>(rateAt(id), { message: 'string' });

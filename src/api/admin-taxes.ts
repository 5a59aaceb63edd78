import type { z } from 'zod';
import type {
  Taxes,
  TaxRateInput,
  taxRateReply,
  TaxSettings,
  taxSettingsReply,
} from '#shared/schemas/taxes.ts';
import { call, resource } from './client.ts';

const changed = { message: 'string', rate: 'object' } as const;
const rateAt = (id: string) => `/taxes/rates/${encodeURIComponent(id)}`;

/** The rates with the settings of invoices. */
export const taxes = () =>
  resource<Taxes>(
    '/taxes',
    { settings: 'object', rates: 'array', countries: 'array' },
    { as: 'admin' },
  );

export const saveTaxSettings = (body: TaxSettings) =>
  call<z.infer<typeof taxSettingsReply>>(
    '/taxes/settings',
    { message: 'string', settings: 'object' },
    { method: 'PUT', body, as: 'admin' },
  );

export const createTaxRate = (body: TaxRateInput) =>
  call<z.infer<typeof taxRateReply>>('/taxes/rates', changed, {
    method: 'POST',
    body,
    as: 'admin',
  });

export const updateTaxRate = (id: string, rate: number) =>
  call<z.infer<typeof taxRateReply>>(rateAt(id), changed, {
    method: 'PUT',
    body: { rate },
    as: 'admin',
  });

export const deleteTaxRate = (id: string) =>
  call<{ message: string }>(rateAt(id), { message: 'string' }, { method: 'DELETE', as: 'admin' });

import type { Tables } from '../database.types.ts';

export type InvoiceRow = Pick<
  Tables<'invoices'>,
  'id' | 'kind' | 'number' | 'issued_at' | 'issued_on' | 'currency' | 'net' | 'tax' | 'gross'
> & {
  rates: { rate: number; net: number; tax: number; gross: number }[];
  seller: { name: string; address: string; tax_id: string };
};

export type TaxRateRow = Pick<Tables<'tax_rates'>, 'id' | 'country' | 'class' | 'rate'>;

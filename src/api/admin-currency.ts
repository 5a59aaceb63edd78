import type { z } from 'zod';
import type { CurrenciesReply, currencySavedReply } from '#shared/schemas/currency.ts';
import { put, read } from './admin-call.ts';

/** All currencies, and whether the shop can still change its own. */
export const currencies = () =>
  read<CurrenciesReply>('/shop/currencies', {
    currency: 'string',
    fixed: 'boolean',
    currencies: 'array',
  });

export const saveCurrency = (currency: string) =>
  put<z.infer<typeof currencySavedReply>>(
    '/shop/currency',
    { message: 'string', currency: 'string' },
    { currency },
  );

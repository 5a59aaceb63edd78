import type { z } from 'zod';
import type { SettingsOverview } from '#shared/schemas/settings.ts';
import type { CheckoutSettings, checkoutSettingsSaved } from '#shared/schemas/visitors.ts';
import { put, read } from './admin-call.ts';

/** What is set up in the shop, and what is missing. */
export const settings = () =>
  read<SettingsOverview>('/settings', {
    shop: { name: 'string', email: 'string', description: 'string' },
    open: 'boolean',
    whoMayOrder: 'string',
    orderNumberPattern: 'string',
    holdMinutes: 'number',
    runningLow: 'number',
    currency: 'string',
    timeZone: 'string',
    shipping: { zones: 'number', methods: 'number', unserved: 'array', everywhere: 'boolean' },
    taxRates: 'number',
    pricesIncludeTax: 'boolean',
    sellerName: 'string',
    sellerAddress: 'string',
    bankAccount: 'string',
    payments: 'array',
    returns: { days: 'number', sendDays: 'number', payer: 'string', address: 'string' },
    mail: { texts: 'number', failed: 'number' },
    priceLists: 'number',
    companies: { approved: 'number', requested: 'number', onTerms: 'number' },
    administrators: 'array',
    savedViews: 'number',
  });

/** Sets who may order. */
export const saveCheckoutSettings = (body: CheckoutSettings) =>
  put<z.infer<typeof checkoutSettingsSaved>>(
    '/shop/checkout',
    { message: 'string', whoMayOrder: 'string' },
    body,
  );

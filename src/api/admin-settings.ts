import type { SettingsOverview } from '#shared/schemas/settings.ts';
import { read } from './admin-call.ts';

/** What is set up in the shop, and what is missing. */
export const settings = () =>
  read<SettingsOverview>('/settings', {
    orderNumberPattern: 'string',
    holdMinutes: 'number',
    runningLow: 'number',
    timeZone: 'string',
    shipping: { zones: 'number', methods: 'number', unserved: 'array', everywhere: 'boolean' },
    taxRates: 'number',
    pricesIncludeTax: 'boolean',
    sellerName: 'string',
    sellerAddress: 'string',
    bankAccount: 'string',
    payments: { mode: 'string', minimum: 'number' },
    returns: { days: 'number', sendDays: 'number', payer: 'string', address: 'string' },
    mail: { texts: 'number', failed: 'number' },
    priceLists: 'number',
    companies: { approved: 'number', requested: 'number', onTerms: 'number' },
    administrators: 'array',
    savedViews: 'number',
  });

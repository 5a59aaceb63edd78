import { taxMessages } from '../../_shared/tax-messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  taxesReply,
  taxRateChange,
  taxRateInput,
  taxRateReply,
  taxSettingsUpdate,
  taxSettingsReply,
} from '../../_shared/schemas/taxes.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/taxes.ts';

export const taxes: Call[] = [
  call(
    {
      method: 'GET',
      path: '/taxes',
      summary:
        'Tax rates by country, country and tax ID of the seller, the numbers of invoices, and all countries',
      access: 'admin',
      reply: taxesReply,
    },
    ({ db }) => queries.readTaxes(db),
  ),
  call(
    {
      method: 'PUT',
      path: '/taxes/settings',
      summary:
        'Change whether prices include tax, country and tax ID of the seller, and how invoices are numbered; omitted fields stay, as do orders and invoices that exist stay',
      access: 'admin',
      body: taxSettingsUpdate,
      reply: taxSettingsReply,
    },
    async ({ db, body }) => ({
      message: taxMessages.settingsSaved,
      settings: await queries.saveTaxSettings(db, body),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/taxes/rates',
      summary: 'Add the tax rate of a class in a country, or in all that have none of their own',
      access: 'admin',
      body: taxRateInput,
      reply: taxRateReply,
      status: 201,
      errors: ['rate_taken'],
    },
    async ({ db, body }) => ({
      message: taxMessages.saved,
      rate: await queries.insertTaxRate(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/taxes/rates/:id',
      summary: 'Change a tax rate; orders that exist keep theirs',
      access: 'admin',
      body: taxRateChange,
      reply: taxRateReply,
    },
    async ({ db, body, id }) => ({
      message: taxMessages.saved,
      rate: await queries.updateTaxRate(db, id(), body.rate),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/taxes/rates/:id',
      summary: 'Delete a tax rate; orders that exist keep theirs',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteTaxRate(db, id());
      return { message: taxMessages.removed };
    },
  ),
];

import { currencyMessages } from '../../_shared/currency-messages.ts';
import {
  currenciesReply,
  currencyInput,
  currencySavedReply,
} from '../../_shared/schemas/currency.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/currency.ts';

export const currency: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/currencies',
      summary: 'All currencies that the shop can have, and whether it can still change its own',
      access: 'admin',
      guardedInSql: true,
      reply: currenciesReply,
    },
    ({ db }) => queries.listCurrencies(db),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/currency',
      summary:
        'Set the currency of the shop before its first order, by its ISO 4217 code; amounts keep their numbers',
      access: 'admin',
      body: currencyInput,
      reply: currencySavedReply,
      errors: ['currency_fixed', 'amounts_too_fine'],
    },
    async ({ db, body }) => {
      await queries.saveCurrency(db, body.currency);
      return { message: currencyMessages.saved, ...body };
    },
  ),
];

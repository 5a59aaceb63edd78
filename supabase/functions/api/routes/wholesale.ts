import { companyPricesQuery, companyPricesReply } from '../../_shared/schemas/wholesale.ts';
import { call, type Call } from '../call.ts';
import { readCompanyPrices } from '../queries/wholesale.ts';

export const wholesale: Call[] = [
  call(
    {
      method: 'GET',
      path: '/wholesale/prices',
      summary:
        'The prices of products for the signed-in customer’s company; null for customers who pay standard prices',
      access: 'customer',
      query: companyPricesQuery,
      reply: companyPricesReply,
    },
    async ({ db, query }) => ({ prices: await readCompanyPrices(db, query.products) }),
  ),
];

import { ownPricesQuery, ownPricesReply } from '../../_shared/schemas/wholesale.ts';
import { call, type Call } from '../call.ts';
import { readOwnPrices } from '../queries/wholesale.ts';

export const wholesale: Call[] = [
  call(
    {
      method: 'GET',
      path: '/wholesale/prices',
      summary:
        'The prices of products for the signed-in customer’s company; null for customers who pay standard prices',
      access: 'customer',
      query: ownPricesQuery,
      reply: ownPricesReply,
    },
    async ({ db, query }) => ({ prices: await readOwnPrices(db, query.products) }),
  ),
];

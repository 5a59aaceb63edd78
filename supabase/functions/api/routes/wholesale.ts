import { ownPricesQuery, ownPricesReply } from '../../_shared/schemas/wholesale.ts';
import { call, type Call } from '../call.ts';
import { readOwnPrices } from '../queries/wholesale.ts';

export const wholesale: Call[] = [
  call(
    {
      method: 'GET',
      path: '/wholesale/prices',
      summary:
        'What products cost the company of the signed-in customer; null for who pays the prices of the shop',
      access: 'customer',
      query: ownPricesQuery,
      reply: ownPricesReply,
    },
    async ({ db, query }) => ({ prices: await readOwnPrices(db, query.products) }),
  ),
];

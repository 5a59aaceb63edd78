import type { z } from 'zod';
import type { ownPricesReply } from '#shared/schemas/wholesale.ts';
import { call } from './client.ts';

/** What up to 100 products cost the company of the customer. */
export const fetchOwnPrices = (ids: readonly string[]) =>
  call<z.infer<typeof ownPricesReply>>(
    `/wholesale/prices?products=${ids.join()}`,
    {},
    { as: 'user' },
  );

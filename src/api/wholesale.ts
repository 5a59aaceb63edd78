import type { z } from 'zod';
import type { ownPricesReply } from '#shared/schemas/wholesale.ts';
import { call } from './client.ts';

/** The prices of up to 100 products for the customer's company. */
export const fetchOwnPrices = (ids: readonly string[]) =>
  call<z.infer<typeof ownPricesReply>>(
    `/wholesale/prices?products=${ids.join()}`,
    {},
    { as: 'user' },
  );

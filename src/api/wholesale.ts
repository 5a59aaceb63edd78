import type { z } from 'zod';
import type { companyPricesReply } from '#shared/schemas/wholesale.ts';
import { call } from './client.ts';

/** The prices of up to 100 products for the customer's company. */
export const fetchCompanyPrices = (ids: readonly string[]) =>
  call<z.infer<typeof companyPricesReply>>(
    `/wholesale/prices?products=${ids.join()}`,
    {},
    { as: 'user' },
  );

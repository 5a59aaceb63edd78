import { z } from 'zod';
import { ownVariables } from '../own/variables.ts';
import { paystackVariables } from './paystack/variables.ts';
import { stripeVariables } from './stripe/variables.ts';

/** The environment variables of all providers. */
export const paymentVariables = z.object({
  ...paystackVariables,
  ...stripeVariables,
  ...ownVariables,
});
export type PaymentVariables = z.output<typeof paymentVariables>;

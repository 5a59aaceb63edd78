import { z } from 'zod';
import { paystackVariables } from './paystack/variables.ts';
import { stripeVariables } from './stripe/variables.ts';

/** The environment variables of all providers. */
export const paymentVariables = z.object({ ...paystackVariables, ...stripeVariables });
export type PaymentVariables = z.output<typeof paymentVariables>;

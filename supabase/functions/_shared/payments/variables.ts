import { z } from 'zod';
import { paystackVariables } from './paystack/variables.ts';

/** The environment variables of all providers. */
export const paymentVariables = z.object({ ...paystackVariables });
export type PaymentVariables = z.output<typeof paymentVariables>;

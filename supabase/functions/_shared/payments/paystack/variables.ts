import { z } from 'zod';
import { address, number, optionalSecret } from '../../environment-values.ts';

export const paystackVariables = {
  PAYSTACK_SECRET_KEY: optionalSecret(
    'Paystack’s secret key; without it payments by Paystack fail',
  ),
  PAYSTACK_BASE_URL: address
    .default('https://api.paystack.co')
    .meta({ description: 'Paystack’s address' }),
  PAYSTACK_TIMEOUT_MS: number(1, 120_000)
    .default(10_000)
    .meta({ description: 'Timeout for Paystack, in milliseconds' }),
  PAYMENT_MINIMUMS: z
    .string()
    .regex(/^(\s*[A-Z]{3}=\d{1,9}(\.\d{1,3})?\s*(,|$))+$/, 'is not a list as USD=2.00, NGN=100')
    .default('USD=2.00')
    .meta({
      description:
        'Minimum order amounts by currency, as required by Paystack (`USD=2.00, NGN=100`). Free orders need no payment',
    }),
};

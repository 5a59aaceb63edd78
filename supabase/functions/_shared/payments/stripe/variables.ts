import { address, number, optionalSecret } from '../../environment-values.ts';

export const stripeVariables = {
  STRIPE_SECRET_KEY: optionalSecret(
    'Stripe’s secret key, or a restricted one; without it payments by Stripe are off',
  ),
  STRIPE_WEBHOOK_SECRET: optionalSecret(
    'Signing secret of the webhook endpoint at Stripe (`whsec_…`); without it every message of Stripe is refused',
  ),
  STRIPE_BASE_URL: address
    .default('https://api.stripe.com')
    .meta({ description: 'Stripe’s address, without a path' }),
  STRIPE_TIMEOUT_MS: number(1, 120_000).default(10_000).meta({
    description: 'Timeout for each of two attempts at a request to Stripe, in milliseconds',
  }),
};

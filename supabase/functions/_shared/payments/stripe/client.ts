import type { Stripe } from 'stripe';
import { PaymentProviderError } from '../provider.ts';
import type { PaymentVariables } from '../variables.ts';

let sdk: Promise<typeof Stripe> | undefined;

/** Loaded at the first use: it takes longer than all other code of the functions together. */
export const loadSdk = (): Promise<typeof Stripe> =>
  (sdk ??= import('stripe').then((module) => module.Stripe));

/** At each request; the second one only if the first got no answer, or a conflict. */
export const attempts = 2;

const clients = new WeakMap<PaymentVariables, Promise<Stripe>>();

async function createClient({
  STRIPE_SECRET_KEY,
  STRIPE_BASE_URL,
  STRIPE_TIMEOUT_MS,
}: PaymentVariables): Promise<Stripe> {
  if (STRIPE_SECRET_KEY === '') throw new PaymentProviderError('There is no key', true);
  const Sdk = await loadSdk();
  const { protocol, hostname, port } = new URL(STRIPE_BASE_URL);
  const isPlain = protocol === 'http:';
  return new Sdk(STRIPE_SECRET_KEY, {
    httpClient: Sdk.createFetchHttpClient(),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: STRIPE_TIMEOUT_MS,
    maxNetworkRetries: attempts - 1,
    telemetry: false,
  });
}

function connect(variables: PaymentVariables): Promise<Stripe> {
  const client = clients.get(variables) ?? createClient(variables);
  clients.set(variables, client);
  return client;
}

/** Whether Stripe certainly did nothing. A conflict of idempotency keys leaves open what the other request did. */
function isRejected({ statusCode, rawType }: InstanceType<typeof Stripe.errors.StripeError>) {
  const status = statusCode ?? 0;
  return status >= 400 && status < 500 && status !== 409 && rawType !== 'idempotency_error';
}

/** @throws PaymentProviderError */
export async function callStripe<T>(
  variables: PaymentVariables,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const stripe = await connect(variables);
  try {
    return await work(stripe);
  } catch (error) {
    const { errors } = await loadSdk();
    if (!(error instanceof errors.StripeError)) throw error;
    throw new PaymentProviderError(error.message, isRejected(error));
  }
}

/** For calls of `callStripe` that may ask for what Stripe does not have. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null;
  throw error;
}

/** For calls of `callStripe` that may come too late for what they change. */
export function nullIfTooLate(error: unknown): null {
  if (error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError') {
    return null;
  }
  throw error;
}

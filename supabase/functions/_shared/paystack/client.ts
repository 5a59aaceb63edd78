import { z } from 'zod';
import type { Settings } from '../settings.ts';

/** The provider said no, or said nothing in time. `reached` tells which. */
export class PaymentProviderError extends Error {
  readonly reached: boolean;
  constructor(message: string, reached: boolean) {
    super(message);
    this.name = 'PaymentProviderError';
    this.reached = reached;
  }
}

const initialised = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), reference: z.string() }),
});

const wholeNumber = z.union([z.number(), z.string().transform(Number)]).pipe(z.int());

/** The provider's own words and references; nothing else is stored. */
const word = z.string().regex(/^[\w.=-]{0,100}$/);

/** What is believed of a transaction; amounts in minor units (cents). Shared by verify and webhook. */
export const transaction = z.object({
  id: z
    .union([z.int(), z.string().regex(/^\d{1,20}$/)])
    .optional()
    .catch(undefined),
  reference: word,
  status: word,
  amount: wholeNumber,
  currency: word,
});
export type Transaction = z.infer<typeof transaction>;

const verified = z.object({ data: transaction });

export interface Initialise {
  email: string;
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string;
  callbackUrl: string;
}

async function ask(
  { baseUrl, secretKey, timeoutMs }: Settings['paystack'],
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, json: await response.json() };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    throw new PaymentProviderError(`No usable answer (${reason})`, false);
  }
}

/** Address of the card page; throws PaymentProviderError when there is none. */
export async function initialisePayment(
  paystack: Settings['paystack'],
  { callbackUrl, ...rest }: Initialise,
): Promise<string> {
  const { status, json } = await ask(paystack, '/transaction/initialize', {
    ...rest,
    callback_url: callbackUrl,
  });
  const answer = initialised.safeParse(json);
  if (!answer.success) throw new PaymentProviderError(`Not initialised (${status})`, true);
  return answer.data.data.authorization_url;
}

/** How the transaction stands; null when the provider does not know the reference. */
export async function verifyPayment(
  paystack: Settings['paystack'],
  reference: string,
): Promise<Transaction | null> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { status, json } = await ask(paystack, path);
  const answer = verified.safeParse(json);
  if (answer.success) return answer.data.data;
  if (status === 404 || status === 400) return null;
  throw new PaymentProviderError(`Not verified (${status})`, true);
}

const refunds = z.object({ data: z.array(z.object({ status: z.string(), amount: wholeNumber })) });

/** How refunds of this transaction stand, in the provider's words and minor units; newest first. */
export async function listRefunds(
  paystack: Settings['paystack'],
  { id }: Transaction,
): Promise<{ status: string; amount: number }[]> {
  if (id === undefined) return [];
  const { status, json } = await ask(paystack, `/refund?transaction=${id}`);
  const answer = refunds.safeParse(json);
  if (!answer.success) throw new PaymentProviderError(`Refunds not listed (${status})`, true);
  return answer.data.data;
}

const refunded = z.object({ status: z.literal(true), data: z.object({ status: z.string() }) });
const refused = z.object({ status: z.literal(false), message: z.string() });

/**
 * Asks for all of a payment back and gives the refund's status.
 * @throws PaymentProviderError, `reached` only when the provider surely refused
 */
export async function requestRefund(
  paystack: Settings['paystack'],
  reference: string,
): Promise<string> {
  const { status, json } = await ask(paystack, '/refund', { transaction: reference });
  const answer = refunded.safeParse(json);
  if (answer.success) return answer.data.data.status;
  const refusal = refused.safeParse(json);
  const surely = refusal.success && status >= 400 && status < 500;
  throw new PaymentProviderError(
    surely ? refusal.data.message : `Not refunded (${status})`,
    surely,
  );
}

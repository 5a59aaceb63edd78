import { z } from 'zod';
import type { Settings } from '../../settings.ts';

/** The provider rejected a request (`reached`), or did not respond in time. */
export class PaymentProviderError extends Error {
  readonly reached: boolean;
  constructor(message: string, reached: boolean) {
    super(message);
    this.name = 'PaymentProviderError';
    this.reached = reached;
  }
}

const initialiseReply = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), reference: z.string() }),
});

const integer = z.union([z.number(), z.string().transform(Number)]).pipe(z.int());

/** Statuses and references of the provider; no other text is stored. */
const token = z.string().regex(/^[\w.=-]{0,100}$/);

/** The used fields of a transaction; amounts in minor units (cents). Shared by verify and webhook. */
export const transaction = z.object({
  id: z
    .union([z.int(), z.string().regex(/^\d{1,20}$/)])
    .optional()
    .catch(undefined),
  reference: token,
  status: token,
  amount: integer,
  currency: token,
});
export type Transaction = z.infer<typeof transaction>;

const verifyReply = z.object({ data: transaction });

export interface Initialise {
  email: string;
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string;
  callbackUrl: string;
}

async function request(
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
    throw new PaymentProviderError(`No usable response (${reason})`, false);
  }
}

/** Starts a payment and returns the URL of the card page. @throws PaymentProviderError */
export async function initialisePayment(
  paystack: Settings['paystack'],
  { callbackUrl, ...rest }: Initialise,
): Promise<string> {
  const { status, json } = await request(paystack, '/transaction/initialize', {
    ...rest,
    callback_url: callbackUrl,
  });
  const reply = initialiseReply.safeParse(json);
  if (!reply.success) throw new PaymentProviderError(`Not initialised (${status})`, true);
  return reply.data.data.authorization_url;
}

/** The status of a transaction; null if the provider does not know the reference. */
export async function verifyPayment(
  paystack: Settings['paystack'],
  reference: string,
): Promise<Transaction | null> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { status, json } = await request(paystack, path);
  const reply = verifyReply.safeParse(json);
  if (reply.success) return reply.data.data;
  if (status === 404 || status === 400) return null;
  throw new PaymentProviderError(`Not verified (${status})`, true);
}

/** Ids at the provider are kept as text; an old response may lack one. */
const refundId = z.union([z.int(), token]).transform(String).optional().catch(undefined);

const listedRefund = z.object({
  id: refundId,
  status: z.string(),
  amount: integer,
  /** The id of our refund; undefined for refunds that were made in the provider's dashboard. */
  merchant_note: z.guid().optional().catch(undefined),
});
export type ListedRefund = z.infer<typeof listedRefund>;
const refundsReply = z.object({ data: z.array(listedRefund) });

const refundsPerPage = 100;
/** More refunds of one payment than a person makes. */
const mostPages = 20;

/** The refunds of a transaction, with the provider's statuses and in minor units. */
export async function listRefunds(
  paystack: Settings['paystack'],
  { id }: Transaction,
): Promise<ListedRefund[]> {
  const found: ListedRefund[] = [];
  if (id === undefined) return found;
  for (let page = 1; page <= mostPages; page += 1) {
    const query = `transaction=${id}&perPage=${refundsPerPage}&page=${page}`;
    const { status, json } = await request(paystack, `/refund?${query}`);
    const reply = refundsReply.safeParse(json);
    if (!reply.success) throw new PaymentProviderError(`Refunds not listed (${status})`, true);
    found.push(...reply.data.data);
    if (reply.data.data.length < refundsPerPage) break;
  }
  return found;
}

const refundReply = z.object({
  status: z.literal(true),
  data: z.object({ id: refundId, status: z.string() }),
});
const rejectionReply = z.object({ status: z.literal(false), message: z.string() });

/**
 * Requests a refund and returns its status and its id at the provider. `id` is ours; `amount` in minor units.
 * @throws PaymentProviderError, `reached` only if the provider certainly rejected it
 */
export async function requestRefund(
  paystack: Settings['paystack'],
  { reference, amount, id }: { reference: string; amount: number; id: string },
): Promise<{ status: string; id?: string | undefined }> {
  const body = { transaction: reference, amount, merchant_note: id };
  const { status, json } = await request(paystack, '/refund', body);
  const reply = refundReply.safeParse(json);
  if (reply.success) return reply.data.data;
  const rejection = rejectionReply.safeParse(json);
  const isRejected = rejection.success && status >= 400 && status < 500;
  throw new PaymentProviderError(
    isRejected ? rejection.data.message : `Not refunded (${status})`,
    isRejected,
  );
}

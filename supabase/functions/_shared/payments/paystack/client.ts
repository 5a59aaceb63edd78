import { z } from 'zod';
import { PaymentProviderError } from '../provider.ts';
import type { PaymentVariables } from '../variables.ts';

/** Paystack's API, as far as the shop uses it. Amounts are in minor units. */

const initialiseReply = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), reference: z.string() }),
});

const integer = z.union([z.number(), z.string().transform(Number)]).pipe(z.int());

/** Statuses and references of the provider; no other text is stored. */
const token = z.string().regex(/^[\w.=-]{0,100}$/);

/** The used fields of a transaction. Shared by verify and webhook. */
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

async function request(
  it: PaymentVariables,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(`${it.PAYSTACK_BASE_URL}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${it.PAYSTACK_SECRET_KEY}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(it.PAYSTACK_TIMEOUT_MS),
    });
    return { status: response.status, json: await response.json() };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    throw new PaymentProviderError(`No usable response (${reason})`, false);
  }
}

/** Starts a payment and returns the URL of the card page. @throws PaymentProviderError */
export async function initialise(
  variables: PaymentVariables,
  body: {
    email: string;
    amount: number;
    currency: string;
    reference: string;
    callback_url: string;
  },
): Promise<string> {
  const { status, json } = await request(variables, '/transaction/initialize', body);
  const reply = initialiseReply.safeParse(json);
  if (!reply.success) throw new PaymentProviderError(`Not initialised (${status})`, true);
  return reply.data.data.authorization_url;
}

/** The status of a transaction; null if the provider does not know the reference. @throws PaymentProviderError */
export async function verify(
  variables: PaymentVariables,
  reference: string,
): Promise<Transaction | null> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { status, json } = await request(variables, path);
  const reply = verifyReply.safeParse(json);
  if (reply.success) return reply.data.data;
  if (status === 404 || status === 400) return null;
  throw new PaymentProviderError(`Not verified (${status})`, true);
}

/** The HTTP status of a call that needs a valid key. @throws PaymentProviderError */
export async function ping(variables: PaymentVariables): Promise<number> {
  return (await request(variables, '/transaction?perPage=1')).status;
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
const refundsReply = z.object({ data: z.array(listedRefund) });

const refundsPerPage = 100;
/** More refunds of one payment than a person makes. */
const mostPages = 20;

/** The refunds of a transaction. @throws PaymentProviderError */
export async function listRefunds(
  variables: PaymentVariables,
  transactionId: string,
): Promise<z.infer<typeof listedRefund>[]> {
  const found: z.infer<typeof listedRefund>[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = `transaction=${transactionId}&perPage=${refundsPerPage}&page=${page}`;
    const { status, json } = await request(variables, `/refund?${query}`);
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
 * Requests a refund and returns its status and its id at the provider. `merchant_note` is our id.
 * @throws PaymentProviderError, `reached` only if the provider certainly rejected it
 */
export async function requestRefund(
  variables: PaymentVariables,
  body: { transaction: string; amount: number; merchant_note: string },
): Promise<{ status: string; id?: string | undefined }> {
  const { status, json } = await request(variables, '/refund', body);
  const reply = refundReply.safeParse(json);
  if (reply.success) return reply.data.data;
  const rejection = rejectionReply.safeParse(json);
  const isRejected = rejection.success && status >= 400 && status < 500;
  throw new PaymentProviderError(
    isRejected ? rejection.data.message : `Not refunded (${status})`,
    isRejected,
  );
}

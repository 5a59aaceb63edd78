import { initialisePayment, PaymentProviderError } from '../_shared/payments/paystack/client.ts';
import { verifyAndSettle } from '../_shared/payments/paystack/settle.ts';
import { DatabaseError } from '../_shared/queries/database-error.ts';
import { connectAsService, type Db } from '../_shared/queries/database.ts';
import {
  failAttempt,
  listAttempts,
  saveAuthorization,
  startAttempt,
  type Attempt,
} from '../_shared/queries/payments.ts';
import type { Order, PaymentInfo } from '../_shared/schemas/orders.ts';
import type { Settings } from '../_shared/settings.ts';
import { ApiError } from './errors.ts';

const unavailableMessage =
  'Your order is saved, but the payment page is unavailable. Please pay later from your orders.';

function toPaymentInfo({ url, reference }: { url: string; reference: string }): PaymentInfo {
  return { data: { authorization_url: url, reference } };
}

/** 409 instead of 5xx, since the shop itself works and the order can be paid later. */
function unavailable(order: Order): ApiError {
  return new ApiError(409, 'payment_unavailable', unavailableMessage, { more: { order } });
}

/** The page to which the provider redirects after the payment. */
const completionUrl = ({ siteUrl }: Settings): string => `${siteUrl}/checkout/complete`;

/** Nothing is to be paid, or nothing any more: skips the card page. */
function completedPayment(settings: Settings, reference: string): PaymentInfo {
  const url = `${completionUrl(settings)}?reference=${encodeURIComponent(reference)}`;
  return toPaymentInfo({ url, reference });
}

const closedStatuses = ['failed', 'reversed', 'not_initialised'];

function isOpen({ status }: Attempt): boolean {
  return !closedStatuses.includes(status);
}

/** Whether another request may still be waiting for the provider; after its timeout an attempt without a URL counts as failed. */
function isStarting(attempt: Attempt, settings: Settings): boolean {
  const age = Date.now() - attempt.startedAt;
  return isOpen(attempt) && attempt.url === null && age < settings.paystack.timeoutMs + 5_000;
}

/** Waits for the result of another request of the same shopper, which is calling the provider right now. */
async function awaitOtherRequest(
  settings: Settings,
  service: Db,
  order: Order,
  reference: string,
): Promise<PaymentInfo> {
  const deadline = Date.now() + settings.paystack.timeoutMs + 5_000;
  while (Date.now() < deadline) {
    const attempts = await listAttempts(service, order._id);
    const other = attempts.find((it) => it.reference === reference);
    if (!other || !isOpen(other)) break;
    if (other.url !== null) return toPaymentInfo({ url: other.url, reference });
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw unavailable(order);
}

/** Numbered, so that only one of two concurrent requests can start the attempt. */
const referenceOf = (order: Order, number: number): string => `${order._id}.${number}`;

/** Null if the attempt exists already. */
async function tryStart(service: Db, order: Order, number: number): Promise<Attempt | null> {
  try {
    return await startAttempt(service, order._id, referenceOf(order, number));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return null;
    throw error;
  }
}

async function start(
  settings: Settings,
  service: Db,
  order: Order,
  number: number,
  back?: string,
): Promise<PaymentInfo> {
  const attempt = await tryStart(service, order, number);
  if (attempt) return initialise(settings, order, attempt, back);
  return awaitOtherRequest(settings, service, order, referenceOf(order, number));
}

/** Gets the card page of a new attempt from the provider, unless the order is free. */
async function initialise(
  settings: Settings,
  order: Order,
  attempt: Attempt,
  back = completionUrl(settings),
): Promise<PaymentInfo> {
  const { reference } = attempt;
  if (attempt.amount === 0) return completedPayment(settings, reference);
  try {
    const url = await initialisePayment(settings.paystack, {
      email: order.user.email,
      amount: attempt.amount,
      currency: attempt.currency,
      reference,
      callbackUrl: back,
    });
    await saveAuthorization(connectAsService(settings), reference, url);
    return toPaymentInfo({ url, reference });
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    await failAttempt(connectAsService(settings), reference, 'not_initialised');
    const event = 'payment_unavailable';
    const reason = error.message;
    settings.log(JSON.stringify({ level: 'warn', event, order: order._id, reason }));
    throw unavailable(order);
  }
}

/** The payment page of an order, the page after payment for one on terms: the existing one, or a new one for the attempt that was started with the order. */
export async function openPayment(
  settings: Settings,
  order: Order,
  started: Attempt | null,
): Promise<PaymentInfo> {
  if (started) return initialise(settings, order, started);
  if (order.totalPrice === 0 && order.status === 'Paid' && order.paymentReference !== null) {
    return completedPayment(settings, order.paymentReference);
  }
  if (order.dueAt !== null) {
    return toPaymentInfo({ url: `${completionUrl(settings)}?order=${order._id}`, reference: '' });
  }
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const open = attempts.find((it) => it.url !== null && isOpen(it));
  if (open?.url) return toPaymentInfo({ url: open.url, reference: open.reference });
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOtherRequest(settings, service, order, starting.reference);
  return start(settings, service, order, attempts.length + 1);
}

/** How long an abandoned card page is reused. */
const pageLifetimeMs = 20 * 60_000;

/** Starts another attempt, after verifying that no earlier one was paid. The provider leads `back`, or to the shop's page after payment. */
export async function payAgain(
  settings: Settings,
  order: Order,
  back?: string,
): Promise<PaymentInfo | { outcome: 'paid' | 'held' }> {
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOtherRequest(settings, service, order, starting.reference);
  for (const { url, reference, startedAt } of attempts) {
    if (url === null) continue;
    const result = await verifyAndSettle(settings, reference);
    if (result === 'paid' || result === 'held') return { outcome: result };
    if (result === 'unreachable') throw unavailable(order);
    const isFresh = Date.now() - startedAt < pageLifetimeMs;
    // Reuses the page, since two open pages could both be paid.
    if (result === 'pending' || (result === 'abandoned' && isFresh)) {
      return toPaymentInfo({ url, reference });
    }
  }
  return start(settings, service, order, attempts.length + 1, back);
}

/** The payment page of an order that the checkout was left with before; the page after payment if it was paid meanwhile. */
export async function resumePayment(settings: Settings, order: Order): Promise<PaymentInfo> {
  const found = await payAgain(settings, order);
  return 'data' in found ? found : completedPayment(settings, order.paymentReference ?? '');
}

import { initialisePayment, PaymentProviderError } from '../_shared/paystack/client.ts';
import { verifyAndSettle } from '../_shared/paystack/settle.ts';
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
  'Your order is kept, but the payment page cannot be reached. Please pay it a little later from your orders!';

function toPaymentInfo({ url, reference }: { url: string; reference: string }): PaymentInfo {
  return { data: { authorization_url: url, reference } };
}

/** 409 and no 5xx: nothing is wrong with the shop, and the order that is kept can be paid later. */
function unavailable(order: Order): ApiError {
  return new ApiError(409, 'payment_unavailable', unavailableMessage, { more: { order } });
}

/** The page that people come back to after paying. */
const completion = ({ siteUrl }: Settings): string => `${siteUrl}/checkout/complete`;

/** Where nothing is to be paid, that page comes at once. */
function nothingToPay(settings: Settings, reference: string): PaymentInfo {
  const url = `${completion(settings)}?reference=${encodeURIComponent(reference)}`;
  return toPaymentInfo({ url, reference });
}

const dead = ['failed', 'reversed', 'not_initialised'];

function isOpen({ status }: Attempt): boolean {
  return !dead.includes(status);
}

/** Longer than the provider is ever waited for: an attempt without an address is given up then. */
function isStarting(attempt: Attempt, settings: Settings): boolean {
  const age = Date.now() - attempt.startedAt;
  return isOpen(attempt) && attempt.url === null && age < settings.paystack.timeoutMs + 5_000;
}

/** Another request of the same shopper is asking the provider right now: its answer is ours too. */
async function awaitOther(
  settings: Settings,
  service: Db,
  order: Order,
  reference: string,
): Promise<PaymentInfo> {
  const end = Date.now() + settings.paystack.timeoutMs + 5_000;
  while (Date.now() < end) {
    const attempts = await listAttempts(service, order._id);
    const other = attempts.find((it) => it.reference === reference);
    if (!other || !isOpen(other)) break;
    if (other.url !== null) return toPaymentInfo({ url: other.url, reference });
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw unavailable(order);
}

/** Numbered, so that of two requests at the same moment only one can start the attempt. */
const referenceOf = (order: Order, number: number): string => `${order._id}.${number}`;

/** Null where there is such an attempt already. */
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
): Promise<PaymentInfo> {
  const attempt = await tryStart(service, order, number);
  if (attempt) return initialise(settings, order, attempt);
  return awaitOther(settings, service, order, referenceOf(order, number));
}

/** Asks the provider for the card page of an attempt that was just started, where there is something to pay. */
async function initialise(
  settings: Settings,
  order: Order,
  attempt: Attempt,
): Promise<PaymentInfo> {
  const { reference } = attempt;
  if (attempt.amount === 0) return nothingToPay(settings, reference);
  try {
    const url = await initialisePayment(settings.paystack, {
      email: order.user.email,
      amount: attempt.amount,
      currency: attempt.currency,
      reference,
      callbackUrl: completion(settings),
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

/** Where this order is paid: the address it has, or a first one for the attempt that was started with the order. */
export async function openPayment(
  settings: Settings,
  order: Order,
  started: Attempt | null,
): Promise<PaymentInfo> {
  if (started) return initialise(settings, order, started);
  if (order.totalPrice === 0 && order.status === 'Paid' && order.paymentReference !== null) {
    return nothingToPay(settings, order.paymentReference);
  }
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const open = attempts.find((it) => it.url !== null && isOpen(it));
  if (open?.url) return toPaymentInfo({ url: open.url, reference: open.reference });
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOther(settings, service, order, starting.reference);
  return start(settings, service, order, attempts.length + 1);
}

/** A card page that was left can be gone back to, but not for ever. */
const pageLifetime = 20 * 60_000;

/** Another try, once it is certain that no earlier one was paid. */
export async function payAgain(
  settings: Settings,
  order: Order,
): Promise<PaymentInfo | { outcome: 'paid' | 'held' }> {
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOther(settings, service, order, starting.reference);
  for (const { url, reference, startedAt } of attempts) {
    if (url === null) continue;
    const verdict = await verifyAndSettle(settings, reference);
    if (verdict === 'paid' || verdict === 'held') return { outcome: verdict };
    if (verdict === 'unreachable') throw unavailable(order);
    const isFresh = Date.now() - startedAt < pageLifetime;
    // The same page again rather than a second one: two open pages could both be paid.
    if (verdict === 'pending' || (verdict === 'abandoned' && isFresh)) {
      return toPaymentInfo({ url, reference });
    }
  }
  return start(settings, service, order, attempts.length + 1);
}

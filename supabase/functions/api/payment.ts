import { sendMailsSoon } from '../_shared/mail/send.ts';
import { PaymentProviderError } from '../_shared/payments/provider.ts';
import { pageProvider } from '../_shared/payments/providers.ts';
import { verifyAndSettle, type VerificationResult } from '../_shared/payments/settle.ts';
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

/** SQL has refused the way to pay; the order is kept. `refusal` as SQL's payment_refusal says it, or `none` where no way takes it. */
export function wayRefused(order: Order, refusal: string): ApiError {
  const message = `${refusals[refusal] ?? refusals['off']} Your order is saved.`;
  return new ApiError(409, 'way_refused', message, { more: { order, reason: refusal } });
}

const refusals: Readonly<Record<string, string>> = {
  none: 'None of our ways to pay takes your order now. Please contact us.',
  unknown: 'There is no such way to pay.',
  off: 'This way to pay is not offered now. Please choose another.',
  currency: 'This way to pay does not take the currency of your order. Please choose another.',
  minimum: 'Your order is too small for this way to pay. Please choose another.',
  country: 'This way to pay is not offered for deliveries to this country. Please choose another.',
};

/** The page to which the provider redirects after the payment. */
const completionUrl = ({ siteUrl }: Settings): string => `${siteUrl}/checkout/complete`;

/** Nothing is to be paid on a page of a provider: skips it. */
function completedPayment(
  settings: Settings,
  reference: string,
  back = completionUrl(settings),
): PaymentInfo {
  const url = `${back}?reference=${encodeURIComponent(reference)}`;
  return toPaymentInfo({ url, reference });
}

const closedStatuses = ['failed', 'reversed', 'not_initialised'];

function isOpen({ status }: Attempt): boolean {
  return !closedStatuses.includes(status);
}

/** How long a request may take that asks a provider for its page, in milliseconds; 0 for others. */
function longestWait({ payments }: Settings, provider: string): number {
  const its = pageProvider(provider)?.timeout(payments);
  return its === undefined ? 0 : its + 5_000;
}

/** Whether another request may still be waiting for the provider; after its timeout an attempt without a URL counts as failed. */
function isStarting(attempt: Attempt, settings: Settings): boolean {
  const age = Date.now() - attempt.startedAt;
  return isOpen(attempt) && attempt.url === null && age < longestWait(settings, attempt.provider);
}

/** Waits for the result of another request of the same shopper, which is calling the provider right now. */
async function awaitOtherRequest(
  settings: Settings,
  service: Db,
  order: Order,
  { reference, provider }: Pick<Attempt, 'reference' | 'provider'>,
): Promise<PaymentInfo> {
  const deadline = Date.now() + longestWait(settings, provider);
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

/** What a shopper has chosen: a provider, and where it leads back to, if not to the shop's page after payment. */
interface Wish {
  provider?: string | undefined;
  back?: string | undefined;
}

/** Null if the attempt exists already. */
async function tryStart(
  service: Db,
  order: Order,
  reference: string,
  provider: string | undefined,
): Promise<Attempt | null> {
  try {
    return await startAttempt(service, { orderId: order._id, reference, provider });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.details === 'way_refused') throw wayRefused(order, provider ? error.hint : 'none');
    if (error.code === '23505') return null;
    throw error;
  }
}

async function start(
  settings: Settings,
  service: Db,
  order: Order,
  { number, provider, back }: Wish & { number: number },
): Promise<PaymentInfo> {
  const reference = referenceOf(order, number);
  const attempt = await tryStart(service, order, reference, provider);
  if (attempt) return open(settings, order, attempt, back);
  const others = await listAttempts(service, order._id);
  const other = others.find((it) => it.reference === reference);
  return awaitOtherRequest(settings, service, order, other ?? { reference, provider: '' });
}

/** Gets the page of a new attempt from its provider. Without one, the shop's page after the checkout says how to pay. */
async function open(
  settings: Settings,
  order: Order,
  attempt: Attempt,
  back = completionUrl(settings),
): Promise<PaymentInfo> {
  const { reference, amount, currency } = attempt;
  const provider = pageProvider(attempt.provider);
  if (!provider || amount === 0) {
    // The mail with the instructions.
    sendMailsSoon(settings);
    return completedPayment(settings, reference, back);
  }
  try {
    const opened = await provider.open(settings.payments, {
      ...{ reference, amount, currency, orderNumber: order.number, email: order.user.email },
      returnUrl: back,
    });
    await saveAuthorization(connectAsService(settings), reference, opened);
    return toPaymentInfo({ url: opened.url, reference });
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
  if (started) return open(settings, order, started);
  const { paymentReference: reference } = order;
  const isDone = (order.totalPrice === 0 && order.status === 'Paid') || order.payment.awaited;
  if (isDone && reference !== null) return completedPayment(settings, reference);
  if (order.dueAt !== null) {
    return toPaymentInfo({ url: `${completionUrl(settings)}?order=${order._id}`, reference: '' });
  }
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const existing = attempts.find((it) => it.url !== null && isOpen(it));
  if (existing?.url) return toPaymentInfo({ url: existing.url, reference: existing.reference });
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOtherRequest(settings, service, order, starting);
  return start(settings, service, order, { number: attempts.length + 1 });
}

/** How long an abandoned page of a provider is reused. */
const pageLifetimeMs = 20 * 60_000;

/**
 * Closes the page of an attempt before another is opened, and returns how the payment stands then: what was paid meanwhile counts. One
 * that comes in twice all the same is told to the back office, which refunds it.
 */
async function close(settings: Settings, attempt: Attempt): Promise<VerificationResult> {
  try {
    await pageProvider(attempt.provider)?.close(settings.payments, attempt);
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
  return verifyAndSettle(settings, attempt);
}

/** Starts another attempt, after verifying that no earlier one was paid. */
export async function payAgain(
  settings: Settings,
  order: Order,
  wish: Wish = {},
): Promise<PaymentInfo | { outcome: 'paid' | 'held' }> {
  const service = connectAsService(settings);
  const attempts = await listAttempts(service, order._id);
  const starting = attempts.find((it) => isStarting(it, settings));
  if (starting) return awaitOtherRequest(settings, service, order, starting);
  for (const attempt of attempts) {
    const { url, reference, startedAt, provider, status } = attempt;
    const isWanted = wish.provider === undefined || wish.provider === provider;
    if (status === 'awaited' && isWanted) return completedPayment(settings, reference, wish.back);
    if (url === null) continue;
    const result = await verifyAndSettle(settings, attempt);
    if (result === 'paid' || result === 'held') return { outcome: result };
    if (result === 'unreachable' && isWanted) throw unavailable(order);
    if (result === 'failed') continue;
    const isUsable = result === 'pending' || Date.now() - startedAt < pageLifetimeMs;
    // Reuses the page, since two open pages could both be paid.
    if (isWanted && isUsable) return toPaymentInfo({ url, reference });
    const closed = await close(settings, attempt);
    if (closed === 'paid' || closed === 'held') return { outcome: closed };
    // A bank is working on it, so that nobody should pay a second time.
    if (closed === 'pending') return completedPayment(settings, reference, wish.back);
  }
  return start(settings, service, order, { ...wish, number: attempts.length + 1 });
}

/** The payment page of an order that the checkout was left with before; the page after payment if it was paid meanwhile. */
export async function resumePayment(
  settings: Settings,
  order: Order,
  provider: string | undefined,
): Promise<PaymentInfo> {
  const found = await payAgain(settings, order, { provider });
  return 'data' in found ? found : completedPayment(settings, order.paymentReference ?? '');
}

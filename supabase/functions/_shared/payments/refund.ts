import { toMinor } from '../domain/money.ts';
import { sendMailsSoon } from '../mail/send.ts';
import type { Db } from '../queries/database.ts';
import { readAttempt, type Attempt } from '../queries/payments.ts';
import {
  listCarriedRefunds,
  noteRefund,
  settleListedRefunds,
  startRefund,
  type WantedRefund,
} from '../queries/refunds.ts';
import type { RefundRow } from '../queries/payment-rows.ts';
import type { Settings } from '../settings.ts';
import { PaymentProviderError, type ListedRefund } from './provider.ts';
import { pageProvider } from './providers.ts';

/** Looks a payment up at its provider; null if there is none to ask, or it does not know the payment. @throws PaymentProviderError */
async function lookUp({ payments }: Settings, attempt: Attempt | null) {
  const provider = attempt && pageProvider(attempt.provider);
  const found = provider ? await provider.lookUp(payments, attempt) : null;
  return provider && found ? { provider, found } : null;
}
type LookedUp = NonNullable<Awaited<ReturnType<typeof lookUp>>>;

/** Updates the refunds of a payment from the provider's list. Those that name ours come first, and failed ones last. */
async function takeOverRefunds(
  settings: Settings,
  service: Db,
  reference: string,
  { provider, found }: LookedUp,
): Promise<void> {
  const rank = ({ id, status }: ListedRefund) =>
    (id === undefined ? 1 : 0) + (status === 'failed' ? 2 : 0);
  const listed = await provider.listRefunds(settings.payments, found);
  // All of it is reversed as soon as the last refund begins: what is still on its way to the bank may fail.
  const isDone = listed.every(({ status }) => status === 'processed' || status === 'failed');
  const inOrder = listed.toSorted((a, b) => rank(a) - rank(b));
  await settleListedRefunds(service, reference, inOrder, found.status === 'reversed' && isDone);
  sendMailsSoon(settings);
}

/** Asks the provider for a refund that is recorded. @throws PaymentProviderError without a response */
async function ask(
  { payments }: Settings,
  service: Db,
  { id, reference, amount_minor: amount, currency }: RefundRow,
  { provider, found }: LookedUp,
): Promise<RefundRow> {
  try {
    const wanted = { id, reference, amount, currency, found };
    return await noteRefund(service, id, await provider.refund(payments, wanted));
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !error.reached) throw error;
    return await noteRefund(service, id, { status: 'failed', note: error.message });
  }
}

/** Pieces that were exchanged were paid in earlier orders too: what a refund began there. */
async function askForCarried(
  settings: Settings,
  service: Db,
  refund: RefundRow,
): Promise<RefundRow> {
  for (const it of await listCarriedRefunds(service, refund.id)) {
    const looked = await lookUp(settings, await readAttempt(service, it.reference));
    if (looked) await ask(settings, service, it, looked);
  }
  sendMailsSoon(settings);
  return refund;
}

export type RefundResult = RefundRow | 'unknown' | 'unreachable';

/**
 * Refunds a payment, or a part of it, exactly once: a row in the database decides which request calls the provider, and the
 * provider's list is read before.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces, return_moved, sent_already
 */
export async function refundPayment(
  settings: Settings,
  service: Db,
  wanted: WantedRefund,
): Promise<RefundResult> {
  const { id, reference, withoutProvider } = wanted;
  try {
    if (withoutProvider) {
      // Paid back as it was paid, by hand, or nothing: recorded at once.
      const { amount, currency } = withoutProvider;
      const paid = { paid: toMinor(amount, currency), currency };
      const refund = await startRefund(service, { ...wanted, ...paid });
      return await askForCarried(settings, service, refund);
    }
    const looked = await lookUp(settings, await readAttempt(service, reference));
    if (!looked || !['paid', 'reversed'].includes(looked.found.status)) return 'unknown';
    await takeOverRefunds(settings, service, reference, looked);
    const { amount, currency, status } = looked.found;
    const refund = await startRefund(service, { ...wanted, paid: amount, currency });
    // Pieces that cost nothing.
    if (refund.status === 'processed') return await askForCarried(settings, service, refund);
    if (status === 'reversed') return await noteRefund(service, id, { status: 'processed' });
    const asked = await ask(settings, service, refund, looked);
    return await askForCarried(settings, service, asked);
  } catch (error) {
    // Without a response the refund stays `requested`, until the provider can be asked for its status.
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

/** Updates the refunds of a payment from its provider. */
export async function followRefunds(
  settings: Settings,
  service: Db,
  reference: string,
): Promise<'followed' | 'unknown' | 'unreachable'> {
  try {
    const looked = await lookUp(settings, await readAttempt(service, reference));
    if (!looked) return 'unknown';
    await takeOverRefunds(settings, service, reference, looked);
    return 'followed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

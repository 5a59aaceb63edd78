import type { PaymentOutcome } from '../domain/order-status.ts';
import type { Db } from '../queries/database.ts';
import { failAttempt, settlePayment, type Settlement } from '../queries/payments.ts';
import type { Settings } from '../settings.ts';
import { PaymentProviderError, verifyPayment } from './client.ts';

const outcomes: Readonly<Record<Settlement, PaymentOutcome>> = {
  paid: 'paid',
  already_paid: 'paid',
  held: 'held',
  unknown: 'pending',
};

const stillOpen = ['ongoing', 'pending', 'processing', 'queued'];

/** Asks the provider how a payment stands and settles accordingly; unreachable means still pending. */
export async function verifyAndSettle(
  settings: Settings,
  service: Db,
  reference: string,
): Promise<PaymentOutcome> {
  try {
    const found = await verifyPayment(settings.paystack, reference);
    if (!found) return 'failed';
    if (found.status === 'success') {
      const settled = await settlePayment(service, {
        ...found,
        reference,
        key: `verify:${reference}`,
        event: 'verify',
        payload: found,
      });
      return outcomes[settled];
    }
    if (stillOpen.includes(found.status)) return 'pending';
    // An abandoned card page can still be paid on; only a clear no closes the attempt.
    if (found.status !== 'abandoned') await failAttempt(service, reference, found.status);
    return 'failed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'pending';
    throw error;
  }
}

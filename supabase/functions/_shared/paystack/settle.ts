import type { PaymentOutcome } from '../domain/order-status.ts';
import { connectAsService } from '../queries/database.ts';
import { failAttempt, settlePayment } from '../queries/payments.ts';
import type { Settlement } from '../queries/rows.ts';
import type { Settings } from '../settings.ts';
import { PaymentProviderError, verifyPayment } from './client.ts';

const outcomes: Readonly<Record<Settlement, PaymentOutcome>> = {
  paid: 'paid',
  already_paid: 'paid',
  held: 'held',
  unknown: 'pending',
};

const stillOpen = ['ongoing', 'pending', 'processing', 'queued'];

/** `abandoned`: the card page was left, and can still be paid on. `unreachable`: nobody knows yet. */
export type Verdict = PaymentOutcome | 'abandoned' | 'unreachable';

/** What a verdict means to the shopper. */
export function toOutcome(verdict: Verdict): PaymentOutcome {
  if (verdict === 'abandoned') return 'failed';
  return verdict === 'unreachable' ? 'pending' : verdict;
}

/** Asks the provider how a payment stands and settles accordingly. */
export async function verifyAndSettle(settings: Settings, reference: string): Promise<Verdict> {
  const service = connectAsService(settings);
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
    if (found.status === 'abandoned') return 'abandoned';
    await failAttempt(service, reference, found.status);
    return 'failed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

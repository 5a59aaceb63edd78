import type { PaymentOutcome } from '../../domain/order-status.ts';
import { sendMailsSoon } from '../../mail/send.ts';
import { connectAsService } from '../../queries/database.ts';
import { failAttempt, settlePayment } from '../../queries/payments.ts';
import type { Settlement } from '../../queries/rows.ts';
import type { Settings } from '../../settings.ts';
import { PaymentProviderError, verifyPayment } from './client.ts';

const outcomes: Readonly<Record<Settlement, PaymentOutcome>> = {
  paid: 'paid',
  already_paid: 'paid',
  held: 'held',
  unknown: 'pending',
};

const openStatuses = ['ongoing', 'pending', 'processing', 'queued'];

/** `abandoned`: the shopper left the card page, which can still be used. `unreachable`: the status is not known yet. */
export type VerificationResult = PaymentOutcome | 'abandoned' | 'unreachable';

/** The outcome that the shopper sees. */
export function toOutcome(result: VerificationResult): PaymentOutcome {
  if (result === 'abandoned') return 'failed';
  return result === 'unreachable' ? 'pending' : result;
}

/** Verifies a payment at the provider and settles it accordingly. */
export async function verifyAndSettle(
  settings: Settings,
  reference: string,
): Promise<VerificationResult> {
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
      if (settled === 'paid') sendMailsSoon(settings);
      return outcomes[settled];
    }
    if (openStatuses.includes(found.status)) return 'pending';
    if (found.status === 'abandoned') return 'abandoned';
    await failAttempt(service, reference, found.status);
    return 'failed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

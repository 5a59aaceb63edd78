import type { PaymentOutcome } from '../domain/order-status.ts';
import { sendMailsSoon } from '../mail/send.ts';
import { connectAsService } from '../queries/database.ts';
import { failAttempt, settlePayment, type Attempt } from '../queries/payments.ts';
import type { Settlement } from '../queries/payment-rows.ts';
import type { Settings } from '../settings.ts';
import { PaymentProviderError } from './provider.ts';
import { pageProvider } from './providers.ts';

const outcomes: Readonly<Record<Settlement, PaymentOutcome>> = {
  paid: 'paid',
  already_paid: 'paid',
  held: 'held',
  unknown: 'pending',
};

/** Of payments that the office records. */
const outcomesByHand: Readonly<Record<string, PaymentOutcome>> = {
  awaited: 'pending',
  paid: 'paid',
  held: 'held',
};

/** `abandoned`: the shopper left the provider's page, which can still be used. `unreachable`: the status is not known yet. */
export type VerificationResult = PaymentOutcome | 'abandoned' | 'unreachable';

/** The outcome that the shopper sees. */
export function toOutcome(result: VerificationResult): PaymentOutcome {
  if (result === 'abandoned') return 'failed';
  return result === 'unreachable' ? 'pending' : result;
}

/** Verifies a payment at its provider and settles it accordingly. One without a provider to ask stands as the office recorded it. */
export async function verifyAndSettle(
  settings: Settings,
  attempt: Attempt,
): Promise<VerificationResult> {
  const { provider: name, reference } = attempt;
  const provider = pageProvider(name);
  if (!provider) return outcomesByHand[attempt.status] ?? 'failed';
  const service = connectAsService(settings);
  try {
    const found = await provider.lookUp(settings.payments, attempt);
    if (!found) return 'failed';
    if (found.status === 'paid') {
      const settled = await settlePayment(service, {
        key: `verify:${reference}`,
        ...{ event: 'verify', provider: name, reference, payload: found.payload },
        ...{ amount: found.amount, currency: found.currency },
      });
      if (settled === 'paid') sendMailsSoon(settings);
      return outcomes[settled];
    }
    if (found.status === 'open') return 'pending';
    if (found.status === 'abandoned') return 'abandoned';
    await failAttempt(service, reference, found.detail);
    return 'failed';
  } catch (error) {
    if (error instanceof PaymentProviderError) return 'unreachable';
    throw error;
  }
}

import type { Transaction } from './transactions.ts';

/** A transaction in the format of Paystack's API. */
export function asPaystack(transaction: Transaction) {
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    amount: transaction.amount,
    currency: transaction.currency,
    message: null,
    gateway_response: transaction.gateway_response ?? 'The transaction was not completed',
    paid_at: transaction.paid_at?.toISOString() ?? null,
    created_at: transaction.created_at.toISOString(),
    channel: 'card',
    metadata: transaction.metadata ?? '',
    fees: null,
    customer: { email: transaction.email },
    authorization: transaction.last4
      ? { last4: transaction.last4, bin: '408408', brand: 'visa', channel: 'card', reusable: true }
      : {},
  };
}

export function errorBody(
  message: string,
  code: string,
  type: 'validation_error' | 'processor_error' | 'api_error' = 'validation_error',
) {
  const nextStep = 'Ensure that the value(s) you are passing are valid and try again';
  return { status: false, message, meta: { nextStep }, type, code };
}

import type { Stripe } from 'stripe';
import type { Dispute, Payment, Refund } from './books.ts';
import { relatedId } from './ids.ts';
import { noAddress, seconds } from './shapes.ts';

export function asCharge(payment: Payment): Stripe.Charge {
  const { amount, charge, email, intent_status, problem, refunded } = payment;
  const id = charge ?? '';
  const isPaid = intent_status === 'succeeded';
  const unpaid = intent_status === 'processing' ? 'pending' : 'failed';
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? relatedId(id, 'txn') : null,
    billing_details: {
      ...{ address: noAddress, email, name: null, phone: null, tax_id: null },
    },
    calculated_statement_descriptor: 'SHOP',
    captured: isPaid,
    created: seconds(payment.created_at),
    currency: payment.currency,
    customer: null,
    description: payment.description,
    disputed: payment.disputed,
    failure_balance_transaction: null,
    failure_code: problem?.code ?? null,
    failure_message: problem?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: {
      ...{ advice_code: null, network_advice_code: null, network_decline_code: null },
      ...{ network_status: 'approved_by_network', reason: null, risk_level: 'normal' },
      ...{ seller_message: 'Payment complete.', type: 'authorized' },
    },
    paid: isPaid,
    payment_intent: payment.intent,
    payment_method: relatedId(id, 'pm'),
    payment_method_details: methodDetails(payment),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : unpaid,
    transfer_data: null,
    transfer_group: null,
  };
}

function methodDetails({ method, amount }: Payment): Stripe.Charge.PaymentMethodDetails | null {
  if (!method) return null;
  const { type, last4, brand = 'visa', expiry, wallet } = method;
  if (type === 'link') return { type, link: { country: 'US' } };
  if (type === 'us_bank_account') {
    const bank = { account_holder_type: 'individual', account_type: 'checking' };
    const numbers = {
      fingerprint: null,
      last4,
      payment_reference: null,
      routing_number: '110000000',
    };
    return { type, us_bank_account: { ...bank, bank_name: 'STRIPE TEST BANK', ...numbers } };
  }
  const card: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: expiry?.month ?? 12,
    exp_year: expiry?.year ?? 2034,
    extended_authorization: { status: 'disabled' },
    fingerprint: 'sandbox',
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: wallet ? { type: wallet, [wallet]: {}, dynamic_last4: null } : null,
  };
  return { type, card };
}

export function asRefund(
  refund: Refund,
  { charge, intent, currency, method }: Payment,
): Stripe.Refund {
  const { id, status } = refund;
  return {
    id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: status === 'succeeded' ? relatedId(id, 'txn') : null,
    charge,
    created: seconds(refund.created_at),
    currency,
    customer: null,
    customer_account: null,
    destination_details:
      method?.type === 'us_bank_account'
        ? {
            type: 'us_bank_transfer',
            us_bank_transfer: { reference: null, reference_status: 'pending' },
          }
        : { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    metadata: refund.metadata,
    payment_intent: intent,
    payment_method: charge && relatedId(charge, 'pm'),
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: refund.reason as Stripe.Refund.Reason | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

const dayMs = 24 * 3600 * 1000;

export function asDispute(dispute: Dispute, { charge, intent, currency }: Payment): Stripe.Dispute {
  const isOpen = dispute.status === 'needs_response';
  const due = new Date(dispute.created_at.getTime() + 10 * dayMs);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: charge ?? '',
    created: seconds(dispute.created_at),
    currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...{ access_activity_log: null, billing_address: null, cancellation_policy: null },
      ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null },
      ...{ customer_communication: null, customer_email_address: null, customer_name: null },
      ...{ customer_purchase_ip: null, customer_signature: null },
      ...{ duplicate_charge_documentation: null, duplicate_charge_explanation: null },
      ...{ duplicate_charge_id: null, enhanced_evidence: {}, product_description: null },
      ...{ receipt: null, refund_policy: null, refund_policy_disclosure: null },
      ...{ refund_refusal_explanation: null, service_date: null, service_documentation: null },
      ...{ shipping_address: null, shipping_carrier: null, shipping_date: null },
      ...{ shipping_documentation: null, shipping_tracking_number: null },
      ...{ uncategorized_file: null, uncategorized_text: null },
    },
    evidence_details: {
      due_by: seconds(due),
      enhanced_eligibility: {},
      has_evidence: !isOpen,
      past_due: false,
      submission_count: isOpen ? 0 : 1,
      submission_method: isOpen ? 'not_submitted' : 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: dispute.status,
  };
}

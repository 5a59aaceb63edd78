import type { Stripe } from 'stripe';
import type { Payment } from './books.ts';
import { relatedId } from './ids.ts';

/** The objects of Stripe's API, with all fields that the SDK's types and Stripe's examples have. */

export const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const noAddress = {
  ...{ city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
};

const methodTypes = ['card', 'link', 'us_bank_account'];

export function asSession(payment: Payment, pageUrl: string): Stripe.Checkout.Session {
  const { session: id, amount, status, email, intent_status } = payment;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: payment.cancel_url,
    client_reference_id: payment.reference,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: seconds(payment.created_at),
    currency: payment.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      ...{ after_submit: null, shipping_address: null, submit: null },
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: {
      ...{ address: noAddress, business_name: null, email, individual_name: null, name: null },
      ...{ phone: null, tax_exempt: 'none', tax_ids: null },
    },
    customer_email: email,
    discounts: [],
    expires_at: seconds(payment.expires_at),
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        ...{ account_tax_ids: null, custom_fields: null, description: null, footer: null },
        ...{ issuer: null, metadata: {}, rendering_options: null },
      },
    },
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: {},
    mode: 'payment',
    origin_context: null,
    payment_intent: payment.intent,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: { id: 'pmc_sandbox', parent: null },
    payment_method_options: {},
    payment_method_types: methodTypes,
    payment_status: intent_status === 'succeeded' ? 'paid' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: payment.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: status === 'open' ? pageUrl : null,
    wallet_options: null,
  };
}

export function asIntent(payment: Payment): Stripe.PaymentIntent {
  const { intent, amount, charge, problem, intent_status, method } = payment;
  const id = intent ?? '';
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent_status === 'succeeded' ? amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: seconds(payment.created_at),
    currency: payment.currency,
    customer: null,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: problem
      ? { type: 'card_error', ...problem, payment_method_type: method?.type ?? 'card' }
      : null,
    latest_charge: charge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: payment.metadata,
    next_action: intent_status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
    on_behalf_of: null,
    payment_method: charge && relatedId(charge, 'pm'),
    payment_method_configuration_details: { id: 'pmc_sandbox', parent: null },
    payment_method_options: {},
    payment_method_types: methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent_status,
    transfer_data: null,
    transfer_group: null,
  };
}

import type { DisputeStatus } from '../domain/payment-kind.ts';
import type { PaymentVariables } from './variables.ts';

/**
 * What the shop needs of a payment provider: one folder beside this file implements it, and `providers.ts` lists it. All amounts
 * are integers in the smallest unit of the currency; references are the shop's own. See docs/payments.md.
 */

/** Which orders a provider takes. SQL decides by it, and by Settings → Payments, what an order can be paid with. */
export interface PaymentFacts {
  /** By its key; `off` without one. Providers without keys are `live`. */
  mode: 'live' | 'test' | 'off';
  /** ISO 4217; null for all. */
  currencies: readonly string[] | null;
  /** The smallest total of an order by currency, in units of it; none for other currencies. */
  minimums: Readonly<Record<string, number>>;
  /** ISO 3166-1 codes of the countries to which orders are delivered; null for all. */
  countries: readonly string[] | null;
}

export interface PaymentToOpen {
  reference: string;
  orderNumber: string;
  email: string;
  amount: number;
  currency: string;
  /** Where the provider leads the shopper afterwards, with `reference` added as parameter. */
  returnUrl: string;
}

/** A payment that was opened earlier. */
export interface OpenedPayment {
  reference: string;
  /** The provider's id of it, as `open` returned it. */
  providerId: string | null;
  amount: number;
  currency: string;
}

/**
 * `open`: may still be paid. `abandoned`: the shopper left the page, which can still be used. `ended`: failed or expired for good,
 * `detail` says how. `reversed`: paid, and all of it refunded.
 */
export interface FoundPayment {
  status: 'paid' | 'reversed' | 'open' | 'abandoned' | 'ended';
  /** The provider's own word for the status. */
  detail: string;
  amount: number;
  currency: string;
  /** What the provider's API needs to name this payment in calls about refunds. */
  paymentId: string | null;
  /** Kept with the event. */
  payload: unknown;
}

export type RefundState = 'pending' | 'processing' | 'processed' | 'failed';

export interface RefundToMake {
  /** Of the shop: the same for each attempt at the same refund, so that it is never made twice. */
  id: string;
  reference: string;
  found: FoundPayment;
  amount: number;
  currency: string;
}

export interface ListedRefund {
  /** The provider's id. */
  providerId: string | undefined;
  /** The shop's id; undefined for refunds that were made at the provider. */
  id: string | undefined;
  amount: number;
  status: RefundState;
}

/** Parts of every message about a payment. */
interface EventOfPayment {
  /** Of the message: a repeated message has the same, so that it counts once. */
  key: string;
  /** The provider's name of the event. */
  event: string;
  reference: string;
  payload: unknown;
}

/** What a message of the provider says. */
export type PaymentEvent =
  | ({ kind: 'paid'; amount: number; currency: string } & EventOfPayment)
  /** Failed or expired; the order can be paid again. */
  | ({ kind: 'ended'; detail: string } & EventOfPayment)
  | ({
      kind: 'refund';
      amount: number;
      status: RefundState;
      /** The provider's reference of the refund in its messages. */
      refundReference: string | undefined;
    } & EventOfPayment)
  /** Something changed about the refunds of a payment: its list tells. */
  | ({ kind: 'refunds' } & EventOfPayment)
  | ({ kind: 'dispute'; dispute: Dispute } & EventOfPayment)
  /** Of no interest, such as the creation of a customer. */
  | { kind: 'other' };

/** A shopper's bank takes the payment back, or asks about it. */
export interface Dispute {
  providerId: string;
  status: DisputeStatus;
  reason: string;
  amount: number;
  currency: string;
  /** Until when the shop can respond, ISO 8601; null if the provider does not say. */
  respondBy: string | null;
}

/** `refused`: not signed by the provider, or signed too long ago. `otherMode`: of test mode in a live shop, or the reverse. */
export type WebhookReading =
  | { result: 'read'; event: PaymentEvent }
  | { result: 'refused'; reason: 'not_signed' | 'too_old' }
  | { result: 'otherMode'; event: PaymentEvent };

export interface WebhookRequest {
  /** The raw body, over which the signature was made. */
  body: Uint8Array<ArrayBuffer>;
  header: (name: string) => string | undefined;
}

interface NamedProvider {
  /** Lower-case letters; in attempts, in events and in the address of its messages, `/payments/webhook/<name>`. */
  readonly name: string;
  /** What it is called in the back office. */
  readonly title: string;
  /** What the shopper reads on its button where there are several, such as “Pay by bank transfer”. */
  readonly action: string;
  facts(variables: PaymentVariables): PaymentFacts;
}

/** Without an interface to anybody: SQL holds the pieces, or sends the order first, and the office records the money. */
export interface ManualProvider extends NamedProvider {
  readonly kind: 'transfer' | 'on_delivery';
}

/** With pages for shoppers, an API, and messages to the shop. */
export interface PageProvider extends NamedProvider {
  readonly kind: 'page';
  /** The environment variables that its key is made of, as Settings → Payments asks for them. */
  readonly secrets: readonly string[];
  /** For Settings → Payments: null if the provider answers and accepts the key, else what is wrong. */
  check(variables: PaymentVariables): Promise<string | null>;
  /** How long a call of the provider may take, in milliseconds. */
  timeout(variables: PaymentVariables): number;
  /**
   * Starts a payment and returns the page to which the shopper goes. A repeated call with the same reference starts no second one.
   * @throws PaymentProviderError
   */
  open(
    variables: PaymentVariables,
    payment: PaymentToOpen,
  ): Promise<{ url: string; providerId: string | null }>;
  /** Null if the provider does not know the payment. @throws PaymentProviderError */
  lookUp(variables: PaymentVariables, payment: OpenedPayment): Promise<FoundPayment | null>;
  /**
   * Closes the page of a payment, where the provider can, so that it can no longer be paid: before another way to pay is opened.
   * @throws PaymentProviderError
   */
  close(variables: PaymentVariables, payment: OpenedPayment): Promise<void>;
  /** All refunds of a payment. @throws PaymentProviderError */
  listRefunds(variables: PaymentVariables, found: FoundPayment): Promise<ListedRefund[]>;
  /** @throws PaymentProviderError, `reached` only if the provider certainly rejected it */
  refund(
    variables: PaymentVariables,
    refund: RefundToMake,
  ): Promise<{ status: RefundState; providerId: string | undefined }>;
  /**
   * @throws UnstorableText if the body has text that Postgres cannot store; PaymentProviderError if the provider has to be asked
   * about the message and does not answer
   */
  readWebhook(variables: PaymentVariables, request: WebhookRequest): Promise<WebhookReading>;
}

export type PaymentProvider = ManualProvider | PageProvider;

/** The provider rejected a request (`reached`), or did not respond in time. */
export class PaymentProviderError extends Error {
  readonly reached: boolean;
  constructor(message: string, reached: boolean) {
    super(message);
    this.name = 'PaymentProviderError';
    this.reached = reached;
  }
}

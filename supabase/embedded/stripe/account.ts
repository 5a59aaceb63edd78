import { Stripe } from 'stripe';
import type { Webhooks } from '../payments/webhooks.ts';
import type { Books, Dispute, NewPayment, Payment, Refund } from './books.ts';
import { asCharge, asDispute, asRefund } from './charge-shapes.ts';
import { refused } from './failures.ts';
import { newId } from './ids.ts';
import {
  authenticationFailed,
  bankFailed,
  behaviorOfPaid,
  type Method,
  type Problem,
} from './methods.ts';
import { asSession } from './shapes.ts';

type EventType = Stripe.Event['type'];

/** The merchant's account: everything that changes in it, with the events that Stripe sends of it. */
export class Account {
  readonly #books: Books;
  readonly #webhooks: Webhooks;
  readonly #pages: string;

  /** @param pages the address under which each session has its page */
  constructor(books: Books, webhooks: Webhooks, pages: string) {
    this.#books = books;
    this.#webhooks = webhooks;
    this.#pages = pages;
  }

  shapeOf = (payment: Payment): Stripe.Checkout.Session =>
    asSession(payment, `${this.#pages}/${payment.session}`);

  async create(payment: NewPayment): Promise<Payment> {
    return this.#books.create(payment);
  }

  /** By the id of its session, intent or charge. A page whose time is over expires at the latest here. */
  async find(id: string): Promise<Payment | null> {
    const found = await this.#books.find(id);
    const isOver = found?.status === 'open' && found.expires_at.getTime() <= Date.now();
    return found && isOver ? ((await this.expire(found)) ?? (await this.#books.find(id))) : found;
  }

  /** Null if it is not open any more. */
  async expire(payment: Payment): Promise<Payment | null> {
    if (payment.status !== 'open') return null;
    const expired = await this.#books.change(payment, { status: 'expired' });
    if (expired) await this.#send('checkout.session.expired', this.shapeOf(expired));
    return expired;
  }

  /** A payment that the bank confirms at once. Null if another click came first. */
  async pay(payment: Payment, method: Method): Promise<Payment | null> {
    const paid = await this.#books.change(payment, {
      ...{ status: 'complete', intent_status: 'succeeded', method, problem: null },
      ...{ intent: payment.intent ?? newId('pi_'), charge: newId('ch_') },
    });
    if (!paid) return null;
    await this.#webhooks.sendAndAwait(event('checkout.session.completed', this.shapeOf(paid)));
    if (behaviorOfPaid(method) === 'disputes') await this.dispute(paid);
    return paid;
  }

  /** A payment that a bank confirms days later. */
  async payLater(payment: Payment, method: Method): Promise<Payment | null> {
    const waiting = await this.#books.change(payment, {
      ...{ status: 'complete', intent_status: 'processing', method, problem: null },
      ...{ intent: payment.intent ?? newId('pi_'), charge: newId('ch_') },
    });
    if (!waiting) return null;
    await this.#webhooks.sendAndAwait(event('checkout.session.completed', this.shapeOf(waiting)));
    return waiting;
  }

  /** What the bank says of such a payment. */
  async finishPayment(payment: Payment, succeeds: boolean): Promise<void> {
    if (payment.intent_status !== 'processing') return;
    const finished = await this.#books.change(
      payment,
      succeeds
        ? { intent_status: 'succeeded' }
        : { intent_status: 'requires_payment_method', problem: bankFailed },
    );
    const outcome = succeeds ? 'succeeded' : 'failed';
    if (!finished) return;
    await this.#send(`checkout.session.async_payment_${outcome}`, this.shapeOf(finished));
  }

  /** The shopper can try again. */
  async decline(payment: Payment, method: Method, problem: Problem): Promise<Payment | null> {
    const intent = payment.intent ?? newId('pi_');
    const intent_status = 'requires_payment_method';
    return this.#books.change(payment, { intent, intent_status, method, problem });
  }

  /** The shopper goes to a page of the bank. */
  async requireAuthentication(payment: Payment, method: Method): Promise<Payment | null> {
    const intent = payment.intent ?? newId('pi_');
    const intent_status = 'requires_action';
    return this.#books.change(payment, { intent, intent_status, method, problem: null });
  }

  async failAuthentication(payment: Payment): Promise<void> {
    const { method } = payment;
    if (method) await this.decline(payment, method, authenticationFailed);
  }

  /** @throws StripeFailure */
  async refund(
    payment: Payment,
    wanted: { amount: number | undefined } & Pick<Refund, 'reason' | 'metadata'>,
  ): Promise<Refund> {
    const { charge, refunded } = payment;
    const rest = payment.amount - refunded;
    const amount = wanted.amount ?? rest;
    if (payment.intent_status !== 'succeeded') {
      throw refused(
        `This PaymentIntent (${payment.intent}) does not have a successful charge to refund.`,
      );
    }
    if (payment.disputed) {
      const message = `Charge ${charge} has been charged back; cannot issue a refund.`;
      throw refused(message, { code: 'charge_disputed' });
    }
    if (rest === 0) {
      const message = `Charge ${charge} has already been refunded.`;
      throw refused(message, { code: 'charge_already_refunded' });
    }
    const isLate = payment.method && behaviorOfPaid(payment.method) === 'refunds_later';
    const status = isLate ? 'pending' : 'succeeded';
    const made = await this.#books.refund(payment, { ...wanted, amount, status });
    if (!made) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`;
      throw refused(message, { param: 'amount' });
    }
    const after = (await this.#books.find(payment.session)) ?? payment;
    await this.#send('refund.created', asRefund(made, after));
    await this.#send('charge.refunded', asCharge(after));
    if (payment.method && behaviorOfPaid(payment.method) === 'refund_fails') {
      await this.finishRefund(made.id, false);
    }
    return made;
  }

  async finishRefund(id: string, succeeds: boolean): Promise<void> {
    const finished = await this.#books.finishRefund(id, succeeds ? 'succeeded' : 'failed');
    const payment = finished && (await this.#books.find(finished.session));
    if (!payment) return;
    await this.#send('refund.updated', asRefund(finished, payment));
    if (!succeeds) await this.#send('refund.failed', asRefund(finished, payment));
  }

  /** The cardholder disputes the payment at the bank, which takes the money back until it is decided. */
  async dispute(payment: Payment): Promise<void> {
    const made = await this.#books.dispute(payment);
    if (!made) return;
    await this.#send('charge.dispute.created', asDispute(made, payment));
    await this.#send('charge.dispute.funds_withdrawn', asDispute(made, payment));
  }

  /** Null once it is decided. */
  async decideDispute(
    { id, session }: Dispute,
    status: Exclude<Dispute['status'], 'needs_response'>,
  ): Promise<Dispute | null> {
    const decided = await this.#books.decideDispute(id, status);
    const payment = decided && (await this.#books.find(session));
    if (!payment) return null;
    const kind = status === 'under_review' ? 'updated' : 'closed';
    await this.#send(`charge.dispute.${kind}`, asDispute(decided, payment));
    if (status === 'won') {
      await this.#send('charge.dispute.funds_reinstated', asDispute(decided, payment));
    }
    return decided;
  }

  async #send(type: EventType, object: object): Promise<void> {
    await this.#webhooks.send(event(type, object));
  }
}

/** https://docs.stripe.com/api/events/object */
function event(type: EventType, object: object) {
  return {
    id: newId('evt_'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

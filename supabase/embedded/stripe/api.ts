import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Stripe } from 'stripe';
import { hasKey } from '../payments/keys.ts';
import type { Account } from './account.ts';
import type { Books, PageOfList, Payment } from './books.ts';
import { asCharge, asDispute, asRefund } from './charge-shapes.ts';
import { missing, refused, StripeFailure } from './failures.ts';
import type { Answer, IdempotentRequests } from './idempotency.ts';
import { newId } from './ids.ts';
import { parameters, read } from './parameters.ts';
import { asIntent } from './shapes.ts';

/** The smallest charges of the test merchant, in the smallest unit of the currency. */
const minimumAmounts: Readonly<Record<string, number>> = {
  ...{ usd: 50, eur: 50, gbp: 30, jpy: 50, kwd: 100 },
};

const halfHour = 30 * 60;
const day = 24 * 3600;

export interface ApiOptions {
  secretKey: string;
  account: Account;
  books: Books;
  requests: IdempotentRequests;
}

const now = (): number => Math.floor(Date.now() / 1000);

const queryOf = (c: Context): string => new URL(c.req.url).search.slice(1);

const pageOf = ({
  limit,
  starting_after: after,
}: {
  limit: number;
  starting_after?: string | undefined;
}) =>
  // One more says whether there are more.
  ({ limit: limit + 1, after }) satisfies PageOfList;

function listOf(url: string, limit: number, data: object[]) {
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url };
}

/** The parts of Stripe's API that the shop uses, with the same answers and errors. */
export function createApi({ secretKey, account, books, requests }: ApiOptions): Hono {
  const find = async (what: string, id: string, param?: string): Promise<Payment> => {
    const found = await account.find(id);
    if (!found) throw missing(what, id, param);
    return found;
  };
  /** The payment that a list is limited to; null for all. */
  const filterOf = async (it: {
    payment_intent?: string | undefined;
    charge?: string | undefined;
  }) => {
    if (it.payment_intent !== undefined) {
      return (await find('payment_intent', it.payment_intent, 'payment_intent')).session;
    }
    return it.charge === undefined ? null : (await find('charge', it.charge, 'charge')).session;
  };
  const intentWith = (payment: Payment, expand: readonly string[]) => {
    const isWanted = payment.charge !== null && expand.includes('latest_charge');
    return { ...asIntent(payment), ...(isWanted ? { latest_charge: asCharge(payment) } : {}) };
  };
  const sessionWith = (payment: Payment, expand: readonly string[] = []) => {
    const inner = expand.filter((it) => it.startsWith('payment_intent'));
    const isWanted = payment.intent !== null && inner.length > 0;
    const names = inner.map((it) => it.replace(/^payment_intent\.?/, ''));
    return {
      ...account.shapeOf(payment),
      ...(isWanted ? { payment_intent: intentWith(payment, names) } : {}),
    };
  };
  const disputeOf = async (id: string) => {
    const dispute = await books.findDispute(id);
    if (!dispute) throw missing('dispute', id);
    return { dispute, payment: await find('charge', dispute.session) };
  };
  const refundOf = async (id: string) => {
    const refund = await books.findRefund(id);
    if (!refund) throw missing('refund', id);
    return asRefund(refund, await find('charge', refund.session));
  };
  const post = async (c: Context, work: (body: string) => Promise<object>): Promise<Response> => {
    const body = await c.req.text();
    const key = c.req.header('idempotency-key');
    if (key) c.header('idempotency-key', key);
    return send(c, await requests.answer({ key, path: c.req.path, body }, () => work(body)));
  };

  const app = new Hono()
    .use(async (c, next) => {
      c.header('request-id', newId('req_'));
      c.header('stripe-version', Stripe.API_VERSION);
      if (hasKey(c.req.raw, secretKey)) return next();
      const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      const message = `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`;
      throw new StripeFailure(401, { message });
    })
    .post('/checkout/sessions', (c) =>
      post(c, async (body) => {
        const { line_items, payment_intent_data, expires_at, expand, ...it } = read(
          parameters.newSession,
          body,
        );
        const currency = line_items[0]?.price_data.currency ?? '';
        const total = (sum: number, { price_data, quantity }: (typeof line_items)[number]) =>
          sum + price_data.unit_amount * quantity;
        const amount = line_items.reduce(total, 0);
        const minimum = minimumAmounts[currency];
        if (
          minimum === undefined ||
          line_items.some((one) => one.price_data.currency !== currency)
        ) {
          const message = `Invalid currency: ${currency}. Payments with this currency are not supported by the account.`;
          throw refused(message, { param: 'line_items[0][price_data][currency]' });
        }
        if (amount < minimum) {
          const message = `The Checkout Session's total amount due must add up to at least ${minimum} ${currency}`;
          throw refused(message, { code: 'amount_too_small' });
        }
        const expires = expires_at ?? now() + day;
        if (expires < now() + halfHour || expires > now() + day) {
          const message =
            'The `expires_at` timestamp must be at least 30 minutes, and less than 24 hours, from Checkout Session creation.';
          throw refused(message, { param: 'expires_at' });
        }
        const created = await account.create({
          ...{ amount, currency, expires_at: new Date(expires * 1000) },
          reference: it.client_reference_id ?? null,
          email: it.customer_email ?? null,
          description: payment_intent_data?.description ?? null,
          metadata: payment_intent_data?.metadata ?? {},
          success_url: it.success_url,
          cancel_url: it.cancel_url ?? null,
        });
        return sessionWith(created, expand);
      }),
    )
    .get('/checkout/sessions', async (c) => {
      const it = read(parameters.sessions, queryOf(c));
      const found = await books.list(pageOf(it), it.payment_intent);
      const data = found.map((one) => sessionWith(one));
      return c.json(listOf('/v1/checkout/sessions', it.limit, data));
    })
    .get('/checkout/sessions/:id', async (c) => {
      const { expand } = read(parameters.one, queryOf(c));
      return c.json(sessionWith(await find('checkout.session', c.req.param('id')), expand));
    })
    .post('/checkout/sessions/:id/expire', (c) =>
      post(c, async (body) => {
        const { expand } = read(parameters.one, body);
        const payment = await find('checkout.session', c.req.param('id'));
        const expired = await account.expire(payment);
        if (!expired) {
          throw refused(
            `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${payment.status}.`,
          );
        }
        return sessionWith(expired, expand);
      }),
    )
    .get('/payment_intents/:id', async (c) => {
      const { expand = [] } = read(parameters.one, queryOf(c));
      return c.json(intentWith(await find('payment_intent', c.req.param('id')), expand));
    })
    .get('/charges/:id', async (c) => {
      read(parameters.one, queryOf(c));
      return c.json(asCharge(await find('charge', c.req.param('id'))));
    })
    .post('/refunds', (c) =>
      post(c, async (body) => {
        const it = read(parameters.newRefund, body);
        const payment = it.payment_intent
          ? await find('payment_intent', it.payment_intent, 'payment_intent')
          : await find('charge', it.charge ?? '', 'charge');
        const { amount, reason = null, metadata = {} } = it;
        return asRefund(await account.refund(payment, { amount, reason, metadata }), payment);
      }),
    )
    .get('/refunds', async (c) => {
      const it = read(parameters.related, queryOf(c));
      const found = await books.listRefunds(pageOf(it), await filterOf(it));
      const data = await Promise.all(found.map(({ id }) => refundOf(id)));
      return c.json(listOf('/v1/refunds', it.limit, data));
    })
    .get('/refunds/:id', async (c) => {
      read(parameters.one, queryOf(c));
      return c.json(await refundOf(c.req.param('id')));
    })
    .get('/disputes', async (c) => {
      const it = read(parameters.related, queryOf(c));
      const found = await books.listDisputes(pageOf(it), await filterOf(it));
      const all = await Promise.all(found.map(({ id }) => disputeOf(id)));
      const data = all.map(({ dispute, payment }) => asDispute(dispute, payment));
      return c.json(listOf('/v1/disputes', it.limit, data));
    })
    .get('/disputes/:id', async (c) => {
      read(parameters.one, queryOf(c));
      const { dispute, payment } = await disputeOf(c.req.param('id'));
      return c.json(asDispute(dispute, payment));
    })
    .post('/disputes/:id', (c) =>
      post(c, async (body) => {
        const { evidence, submit = true } = read(parameters.evidence, body);
        const { dispute, payment } = await disputeOf(c.req.param('id'));
        if (!evidence || !submit) return asDispute(dispute, payment);
        // As in Stripe's test mode: https://docs.stripe.com/testing#evidence
        const outcomes: Record<string, 'won' | 'lost'> = {
          winning_evidence: 'won',
          losing_evidence: 'lost',
        };
        const status = outcomes[evidence.uncategorized_text] ?? 'under_review';
        const decided = await account.decideDispute(dispute, status);
        if (!decided) throw refused('This dispute is already closed');
        return asDispute(decided, payment);
      }),
    )
    .post('/disputes/:id/close', (c) =>
      post(c, async (body) => {
        read(parameters.one, body);
        const { dispute, payment } = await disputeOf(c.req.param('id'));
        const decided = await account.decideDispute(dispute, 'lost');
        if (!decided) throw refused('This dispute is already closed');
        return asDispute(decided, payment);
      }),
    )
    .all('*', (c) => {
      const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
      throw new StripeFailure(404, { message });
    });
  app.onError((error, c) => {
    if (!(error instanceof StripeFailure)) throw error;
    return c.json({ error: error.body }, error.status as ContentfulStatusCode);
  });
  return app;
}

function send(c: Context, { status, body, replayed = false }: Answer): Response {
  if (replayed) c.header('idempotent-replayed', 'true');
  c.header('content-type', 'application/json');
  return c.body(body, status as ContentfulStatusCode);
}

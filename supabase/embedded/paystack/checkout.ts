import { Hono } from 'hono';
import { checkCard, digits } from '../payments/card.ts';
import { closedPage, emptyForm, html, readForm } from '../payments/page.ts';
import type { Webhooks } from '../payments/webhooks.ts';
import { cardPage, reasonToDecline } from './card-page.ts';
import { asPaystack } from './shapes.ts';
import type { Transaction, Transactions } from './transactions.ts';

/** Like Paystack's page, it expires. */
const lifetimeMs = 30 * 60_000;

export interface CheckoutOptions {
  siteUrl: string;
  transactions: Transactions;
  webhooks: Webhooks;
}

/** The routes of the card page. */
export function createCheckout({ siteUrl, transactions, webhooks }: CheckoutOptions): Hono {
  const returnUrl = (transaction: Transaction): string => {
    const address = new URL(transaction.callback_url ?? `${siteUrl}/checkout/complete`);
    address.searchParams.set('trxref', transaction.reference);
    address.searchParams.set('reference', transaction.reference);
    return address.href;
  };

  return new Hono()
    .get('/:code', async (c) => {
      const transaction = await transactions.byAccessCode(c.req.param('code'));
      const closed = closedReason(transaction);
      if (!transaction) return html(closedPage(unknown, siteUrl), siteUrl, 404);
      const returnTo = returnUrl(transaction);
      if (closed) return html(closedPage(closed, returnTo), returnTo, 410);
      return html(cardPage({ transaction, form: emptyForm, errors: {}, declined: null }), returnTo);
    })
    .post('/:code', async (c) => {
      const transaction = await transactions.byAccessCode(c.req.param('code'));
      if (!transaction) return html(closedPage(unknown, siteUrl), siteUrl, 404);
      const returnTo = returnUrl(transaction);
      // A double click arrives after the payment: not an error.
      if (transaction.status === 'success') return c.redirect(returnTo, 303);
      const closed = closedReason(transaction);
      if (closed) return html(closedPage(closed, returnTo), returnTo, 410);

      const fields = await c.req.formData();
      const form = readForm(fields);
      if (fields.get('choice') === 'decline') {
        await transactions.fail(transaction.reference, 'Declined');
        return c.redirect(returnTo, 303);
      }
      const errors = checkCard(form, new Date());
      if (Object.keys(errors).length > 0) {
        return html(cardPage({ transaction, form, errors, declined: null }), returnTo, 422);
      }
      const declined = reasonToDecline(form);
      if (declined) {
        await transactions.fail(transaction.reference, declined);
        return html(cardPage({ transaction, form, errors: {}, declined }), returnTo, 402);
      }
      const last4 = digits(form.cardNumber).slice(-4);
      const paid = await transactions.succeed(transaction.reference, last4);
      if (paid) {
        await webhooks.sendAndAwait({ event: 'charge.success', data: asPaystack(paid) });
      }
      return c.redirect(returnTo, 303);
    });
}

const unknown = 'This payment does not exist.';

function closedReason(transaction: Transaction | null): string | null {
  if (!transaction) return unknown;
  if (transaction.status === 'success') return 'This payment has been made already.';
  if (transaction.status === 'reversed') return 'This payment has been refunded.';
  const age = Date.now() - transaction.created_at.getTime();
  return age > lifetimeMs ? 'This payment page has expired.' : null;
}

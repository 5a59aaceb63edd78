import { Hono } from 'hono';
import { checkCard } from '../payments/card.ts';
import { closedPage, emptyForm, html, readForm } from '../payments/page.ts';
import type { Account } from './account.ts';
import type { Books, Payment } from './books.ts';
import { behaviorOf, buttons, cardOf, isButton } from './methods.ts';
import { authenticationPage, bankPage, paymentPage, waitingPage } from './pages.ts';

export interface CheckoutOptions {
  siteUrl: string;
  account: Account;
  books: Books;
}

const unknown = 'This payment does not exist.';

/** The pages on which shoppers pay and authenticate themselves, and where developers decide what a bank says. */
export function createCheckout({ siteUrl, account, books }: CheckoutOptions): Hono {
  const back = (payment: Payment): string => payment.cancel_url ?? payment.success_url;
  const show = (payment: Payment, status = 200): Response =>
    html(paymentPage(payment, emptyForm, {}), back(payment), status);

  /** For a payment whose page is over. */
  const over = (payment: Payment): Response | null => {
    if (payment.status === 'open') return null;
    if (payment.status === 'complete' && payment.intent_status === 'processing') {
      const bank = `/stripe/bank/${payment.intent}`;
      return html(waitingPage(payment, bank), payment.success_url);
    }
    const isExpired = payment.status === 'expired';
    const message = isExpired
      ? 'This payment page has expired.'
      : 'This payment has been made already.';
    return html(closedPage(message, back(payment)), siteUrl, 410);
  };

  const payByCard = async (payment: Payment, fields: FormData): Promise<Response> => {
    const form = readForm(fields);
    const errors = checkCard(form, new Date());
    if (Object.keys(errors).length > 0) {
      return html(paymentPage(payment, form, errors), back(payment), 422);
    }
    const behavior = behaviorOf(form.cardNumber);
    const method = cardOf(form);
    if (typeof behavior === 'object') {
      const declined = await account.decline(payment, method, behavior);
      return show(declined ?? payment, 402);
    }
    if (behavior === 'authenticates') {
      await account.requireAuthentication(payment, method);
      return seeOther(`/stripe/pay/${payment.session}/authenticate`);
    }
    await account.pay(payment, method);
    return seeOther(payment.success_url);
  };

  return (
    new Hono()
      .get('/pay/:session', async (c) => {
        const payment = await account.find(c.req.param('session'));
        if (!payment) return html(closedPage(unknown, siteUrl), siteUrl, 404);
        return over(payment) ?? show(payment);
      })
      .post('/pay/:session', async (c) => {
        const payment = await account.find(c.req.param('session'));
        if (!payment) return html(closedPage(unknown, siteUrl), siteUrl, 404);
        // A double click arrives after the payment: not an error.
        if (payment.status === 'complete') return seeOther(payment.success_url);
        const closed = over(payment);
        if (closed) return closed;
        const fields = await c.req.formData();
        const choice = fields.get('choice');
        if (!isButton(choice)) return payByCard(payment, fields);
        const { method } = buttons[choice];
        if (choice === 'bank') await account.payLater(payment, method);
        else await account.pay(payment, method);
        return seeOther(payment.success_url);
      })
      .get('/pay/:session/authenticate', async (c) => {
        const payment = await account.find(c.req.param('session'));
        if (payment?.intent_status !== 'requires_action') {
          return seeOther(`/stripe/pay/${c.req.param('session')}`);
        }
        return over(payment) ?? html(authenticationPage(payment), back(payment));
      })
      .post('/pay/:session/authenticate', async (c) => {
        const payment = await account.find(c.req.param('session'));
        if (!payment?.method || payment.intent_status !== 'requires_action' || over(payment)) {
          return seeOther(`/stripe/pay/${c.req.param('session')}`);
        }
        const fields = await c.req.formData();
        if (fields.get('choice') === 'complete') {
          await account.pay(payment, payment.method);
          return seeOther(payment.success_url);
        }
        await account.failAuthentication(payment);
        return seeOther(`/stripe/pay/${payment.session}`);
      })
      // By the id of a payment intent or a charge, or of a refund.
      .get('/bank/:id', async (c) => {
        const question = await questionOf(c.req.param('id'));
        if (!question)
          return html(closedPage('There is nothing to decide.', siteUrl), siteUrl, 404);
        return html(bankPage(question.text, question.choices), siteUrl);
      })
      .post('/bank/:id', async (c) => {
        const question = await questionOf(c.req.param('id'));
        const choice = (await c.req.formData()).get('choice');
        if (question && typeof choice === 'string') await question.decide(choice === 'yes');
        return seeOther(c.req.path);
      })
  );

  async function questionOf(id: string) {
    const refund = await books.findRefund(id);
    if (refund?.status === 'pending') {
      return {
        text: 'A refund is on its way to the bank.',
        choices: { yes: 'It arrives', no: 'It fails' },
        decide: (arrives: boolean) => account.finishRefund(id, arrives),
      };
    }
    const payment = await account.find(id);
    if (payment?.intent_status === 'processing') {
      return {
        text: 'A bank account is to be debited.',
        choices: { yes: 'It succeeds', no: 'It fails' },
        decide: (succeeds: boolean) => account.finishPayment(payment, succeeds),
      };
    }
    if (payment?.intent_status === 'succeeded' && !payment.disputed) {
      return {
        text: 'The cardholder can dispute this payment.',
        choices: { yes: 'Dispute it' },
        decide: () => account.dispute(payment),
      };
    }
    return null;
  }
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });

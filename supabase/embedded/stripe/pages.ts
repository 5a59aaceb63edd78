import { escapeHtml } from '../html.ts';
import type { CardErrors, CardForm } from '../payments/card.ts';
import { alert, cardFields, formatAmount, messagePage, page, summary } from '../payments/page.ts';
import type { Payment } from './books.ts';
import { buttons } from './methods.ts';

const amountOf = ({ amount, currency }: Payment): string =>
  formatAmount({ amount, currency: currency.toUpperCase() });

const button = (choice: string, label: string, style = ''): string =>
  `<button type="submit"${style} name="choice" value="${choice}" formnovalidate>${escapeHtml(label)}</button>`;

/** Like Stripe's page: wallets first, then the card. */
export function paymentPage(payment: Payment, form: CardForm, errors: CardErrors): string {
  const amount = amountOf(payment);
  const facts = {
    ...(payment.description === null ? {} : { 'Paid for': payment.description }),
    ...(payment.email === null ? {} : { Email: payment.email }),
  };
  const wallets = (['apple_pay', 'google_pay', 'link'] as const).map((choice) =>
    button(choice, buttons[choice].label, ' class="quiet"'),
  );
  const declined = Object.keys(errors).length === 0 ? (payment.problem?.message ?? null) : null;
  return page(
    `Pay ${amount}`,
    `${summary(amount, facts)}
    <section class="card">
      <h1>Pay by card or wallet</h1>
      ${alert(declined)}
      <form method="post" class="wallets" aria-label="Wallets">${wallets.join('')}</form>
      <p class="or">Or pay by card</p>
      <form method="post" novalidate aria-label="Card">
        ${cardFields(form, errors)}
        <button type="submit" name="choice" value="card">Pay ${escapeHtml(amount)}</button>
      </form>
      <p class="or">Or pay from a bank account</p>
      <form method="post" aria-label="Bank account">${button('bank', buttons.bank.label, ' class="quiet"')}</form>
      <p><a href="${escapeHtml(payment.cancel_url ?? payment.success_url)}">Back to the shop</a></p>
      <aside>
        <p><strong>Payment sandbox.</strong> No money is charged. Any future expiry date, any CVV.</p>
        <dl class="cards">
          <div><dt>Succeeds</dt><dd>4242 4242 4242 4242</dd></div>
          <div><dt>Asks for 3-D Secure</dt><dd>4000 0025 0000 3155</dd></div>
          <div><dt>Declined</dt><dd>4000 0000 0000 0002</dd></div>
          <div><dt>Insufficient funds</dt><dd>4000 0000 0000 9995</dd></div>
          <div><dt>Disputed later</dt><dd>4000 0000 0000 0259</dd></div>
        </dl>
      </aside>
    </section>`,
  );
}

/** The page of the shopper's bank for 3-D Secure. */
export const authenticationPage = (payment: Payment): string =>
  messagePage(
    '3-D Secure',
    `<p>Your bank asks you to confirm the payment of ${escapeHtml(amountOf(payment))}.</p>
    <form method="post">
      ${button('complete', 'Complete authentication')}
      ${button('fail', 'Fail authentication', ' class="quiet"')}
    </form>`,
  );

/** Where a developer decides what a bank says later. */
export const bankPage = (question: string, choices: Record<string, string>): string =>
  messagePage(
    'Bank of the sandbox',
    `<p>${escapeHtml(question)}</p>
    <form method="post">
      ${Object.entries(choices)
        .map(([choice, label], n) => button(choice, label, n === 0 ? '' : ' class="quiet"'))
        .join('')}
    </form>`,
  );

export const waitingPage = (payment: Payment, bank: string): string =>
  messagePage(
    'The bank has still to confirm this payment.',
    `<p><a class="button" href="${escapeHtml(payment.success_url)}">Back to the shop</a></p>
    <p><a href="${escapeHtml(bank)}">Decide what the bank says</a></p>`,
  );

import { escapeHtml } from '../html.ts';
import { testCard, type CardErrors, type CardForm } from './card.ts';
import { pageStyle } from './page-style.ts';
import type { Transaction } from './transactions.ts';

export interface CardPage {
  transaction: Transaction;
  form: CardForm;
  errors: CardErrors;
  /** Why the bank declined the last attempt. */
  declined: string | null;
}

/** The card form: no script, and nothing loaded from other origins. */
export function cardPage({ transaction, form, errors, declined }: CardPage): string {
  const amount = formatAmount(transaction);
  return page(
    `Pay ${amount}`,
    `<section class="sum" aria-label="Payment">
      <p class="mark">Hemline</p>
      <p class="label">Amount to pay</p>
      <p class="amount">${amount}</p>
      <dl>
        <div><dt>Paid by</dt><dd>${escapeHtml(transaction.email)}</dd></div>
        <div><dt>Reference</dt><dd>${escapeHtml(transaction.reference)}</dd></div>
      </dl>
    </section>
    <section class="card">
      <h1>Pay by card</h1>
      ${declined ? `<p class="alert" role="alert">${escapeHtml(declined)}</p>` : ''}
      <form method="post" novalidate>
        ${input({ name: 'cardNumber', label: 'Card number', autocomplete: 'cc-number', placeholder: '0000 0000 0000 0000', form, errors })}
        <div class="pair">
          ${input({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM/YY', form, errors })}
          ${input({ name: 'cvv', label: 'CVV', autocomplete: 'cc-csc', placeholder: '000', form, errors })}
        </div>
        <button type="submit" name="choice" value="pay">Pay ${amount}</button>
        <button type="submit" class="quiet" name="choice" value="decline" formnovalidate>Decline</button>
      </form>
      <aside>
        <p><strong>Payment sandbox.</strong> No money is charged.</p>
        <p>Test card <span class="figures">${testCard.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>,
          any future expiry date, CVV <span class="figures">${testCard.cvv}</span>.
          “Decline” responds as a bank that declines.</p>
      </aside>
    </section>`,
  );
}

/** The page of a payment that does not exist, or no longer accepts a card. */
export function closedPage(message: string, back: string): string {
  return page(
    'Payment',
    `<section class="card closed">
      <p class="mark">Hemline</p>
      <h1>${escapeHtml(message || 'This payment does not exist.')}</h1>
      <p><a class="button" href="${escapeHtml(back)}">Back to the shop</a></p>
    </section>`,
  );
}

interface Input {
  name: keyof CardForm;
  label: string;
  autocomplete: string;
  placeholder: string;
  form: CardForm;
  errors: CardErrors;
}

function input({ name, label, autocomplete, placeholder, form, errors }: Input): string {
  const error = errors[name];
  const errorAttributes = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return `<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${escapeHtml(form[name])}" placeholder="${placeholder}"
      inputmode="numeric" autocomplete="${autocomplete}" required${errorAttributes}>
    ${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}
  </div>`;
}

function formatAmount({ amount, currency }: Transaction): string {
  const style = { style: 'currency', currency } as const;
  return new Intl.NumberFormat('en-US', style).format(amount / 100);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Hemline payment sandbox</title>
<style>${pageStyle}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}

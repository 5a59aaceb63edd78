import { escapeHtml } from '../html.ts';
import { testCard, type CardErrors, type CardForm } from './card.ts';
import { pageStyle } from './page-style.ts';
import type { Transaction } from './transactions.ts';

export interface CardPage {
  transaction: Transaction;
  form: CardForm;
  errors: CardErrors;
  /** Why the bank refused the last try. */
  declined: string | null;
}

/** The page that takes the card: no script, nothing loaded from elsewhere. */
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
        ${input({ name: 'cardNumber', label: 'Card number', complete: 'cc-number', example: '0000 0000 0000 0000', form, errors })}
        <div class="pair">
          ${input({ name: 'expiry', label: 'Expiry', complete: 'cc-exp', example: 'MM/YY', form, errors })}
          ${input({ name: 'cvv', label: 'CVV', complete: 'cc-csc', example: '000', form, errors })}
        </div>
        <button type="submit" name="choice" value="pay">Pay ${amount}</button>
        <button type="submit" class="quiet" name="choice" value="decline" formnovalidate>Decline</button>
      </form>
      <aside>
        <p><strong>Payment sandbox.</strong> No money moves here.</p>
        <p>Test card <span class="figures">${testCard.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>,
          any expiry to come, CVV <span class="figures">${testCard.cvv}</span>.
          “Decline” answers as a bank that refuses.</p>
      </aside>
    </section>`,
  );
}

/** What stands at an address that takes no card (any more). */
export function closedPage(message: string, back: string): string {
  return page(
    'Payment',
    `<section class="card closed">
      <p class="mark">Hemline</p>
      <h1>${escapeHtml(message || 'There is no payment at this address.')}</h1>
      <p><a class="button" href="${escapeHtml(back)}">Back to the shop</a></p>
    </section>`,
  );
}

interface Input {
  name: keyof CardForm;
  label: string;
  complete: string;
  example: string;
  form: CardForm;
  errors: CardErrors;
}

function input({ name, label, complete, example, form, errors }: Input): string {
  const error = errors[name];
  const complaint = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return `<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${escapeHtml(form[name])}" placeholder="${example}"
      inputmode="numeric" autocomplete="${complete}" required${complaint}>
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
<title>${escapeHtml(title)} · Hemline payment sandbox</title>
<style>${pageStyle}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}

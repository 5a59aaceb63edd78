import { formatPrice, fromMinor } from '../../functions/_shared/domain/money.ts';
import { escapeHtml } from '../html.ts';
import type { CardErrors, CardForm } from './card.ts';
import { pageStyle } from './page-style.ts';

/** The pages of the sandboxes: no script, and nothing loaded from other origins. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Payment sandbox</title>
<style>${pageStyle}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}

/** What is paid, beside the form. */
export function summary(amount: string, facts: Record<string, string>): string {
  const rows = Object.entries(facts).map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<section class="sum" aria-label="Payment">
    <p class="mark">Payment sandbox</p>
    <p class="label">Amount to pay</p>
    <p class="amount">${escapeHtml(amount)}</p>
    <dl>${rows.join('')}</dl>
  </section>`;
}

/** A message in the place of the form. */
export function messagePage(title: string, content: string): string {
  return page(
    title,
    `<section class="card closed"><p class="mark">Payment sandbox</p><h1>${escapeHtml(title)}</h1>${content}</section>`,
  );
}

/** The page of a payment that does not exist, or can no longer be paid. */
export const closedPage = (message: string, back: string): string =>
  messagePage(message, `<p><a class="button" href="${escapeHtml(back)}">Back to the shop</a></p>`);

export const alert = (text: string | null): string =>
  text ? `<p class="alert" role="alert">${escapeHtml(text)}</p>` : '';

interface Field {
  name: keyof CardForm;
  label: string;
  autocomplete: string;
  placeholder: string;
}

export function cardFields(form: CardForm, errors: CardErrors): string {
  const field = ({ name, label, autocomplete, placeholder }: Field): string => {
    const error = errors[name];
    const errorAttributes = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
    return `<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${escapeHtml(form[name])}" placeholder="${placeholder}"
        inputmode="numeric" autocomplete="${autocomplete}" required${errorAttributes}>
      ${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}
    </div>`;
  };
  const number = { name: 'cardNumber', label: 'Card number', autocomplete: 'cc-number' } as const;
  const expiry = { name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp' } as const;
  const cvv = { name: 'cvv', label: 'CVV', autocomplete: 'cc-csc' } as const;
  return `${field({ ...number, placeholder: '0000 0000 0000 0000' })}
    <div class="pair">
      ${field({ ...expiry, placeholder: 'MM/YY' })}
      ${field({ ...cvv, placeholder: '000' })}
    </div>`;
}

export const emptyForm: CardForm = { cardNumber: '', expiry: '', cvv: '' };

export function readForm(fields: FormData): CardForm {
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { cardNumber: text('cardNumber'), expiry: text('expiry'), cvv: text('cvv') };
}

/** An amount in the smallest unit of its currency. */
export const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  formatPrice(fromMinor(amount, currency), currency);

/** The browser may only submit forms here and follow the redirect back; nothing is loaded from other origins. */
export function html(text: string, returnTo: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${new URL(returnTo).origin}`,
    },
  });
}

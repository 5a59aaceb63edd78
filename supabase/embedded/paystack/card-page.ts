import { escapeHtml } from '../html.ts';
import { digits, type CardErrors, type CardForm } from '../payments/card.ts';
import { alert, cardFields, formatAmount, page, summary } from '../payments/page.ts';
import type { Transaction } from './transactions.ts';

const testCard = { number: '4084 0840 8408 4081', cvv: '408' };

/** Why the bank declines this card; null for the test card. */
export function reasonToDecline(form: CardForm): string | null {
  if (digits(form.cardNumber) !== digits(testCard.number)) {
    return 'Declined. Only the test card works in this sandbox.';
  }
  return form.cvv.trim() === testCard.cvv ? null : 'Declined. The CVV does not match the card.';
}

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
    `${summary(amount, { 'Paid by': transaction.email, Reference: transaction.reference })}
    <section class="card">
      <h1>Pay by card</h1>
      ${alert(declined)}
      <form method="post" novalidate>
        ${cardFields(form, errors)}
        <button type="submit" name="choice" value="pay">Pay ${escapeHtml(amount)}</button>
        <button type="submit" class="quiet" name="choice" value="decline" formnovalidate>Decline</button>
      </form>
      <aside>
        <p><strong>Payment sandbox.</strong> No money is charged.</p>
        <p>Test card <span class="figures">${testCard.number}</span>,
          any future expiry date, CVV <span class="figures">${testCard.cvv}</span>.
          “Decline” responds as a bank that declines.</p>
      </aside>
    </section>`,
  );
}

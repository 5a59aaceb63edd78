import { counted } from '#shared/domain/counted.ts';
import { shopCurrency } from '#shared/domain/currency.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import type { PaymentMethod } from '#shared/schemas/payment-methods.ts';

export const modeLabels = { live: 'Live', test: 'Test: no money moves', off: 'No key' } as const;

function kindText({ kind, days }: PaymentMethod): string {
  if (kind === 'transfer') {
    return `Shoppers transfer the money. Their pieces are held for ${counted(days, 'day')}, and sent once you have marked the order as paid.`;
  }
  if (kind === 'on_delivery') {
    return `Orders are sent before they are paid, which is due within ${counted(days, 'day')}.`;
  }
  return 'Shoppers pay on a page of the provider.';
}

/** What a way to pay takes, in sentences. */
export function factsOf(method: PaymentMethod, namesOf: (codes: readonly string[]) => string) {
  const { countries, currencies, minimum, mode, onlyTo, secrets } = method;
  return [
    mode === 'off' && texts.noKey(secrets),
    kindText(method),
    countries.length > 0 && `Offered for deliveries to ${namesOf(countries)}.`,
    onlyTo && `The provider only takes deliveries to ${namesOf(onlyTo)}.`,
    currencies &&
      (currencies.includes(shopCurrency())
        ? `Takes ${currencies.join(', ')}.`
        : `Not offered: it does not take ${shopCurrency()}.`),
    minimum > 0 && `Orders from ${formatPrice(minimum)}.`,
  ].filter((it) => it !== false && it !== null);
}

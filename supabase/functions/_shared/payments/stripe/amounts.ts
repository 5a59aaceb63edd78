import { PaymentProviderError } from '../provider.ts';

/** The smallest charges, as Stripe publishes them: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const minimumCharges: Readonly<Record<string, number>> = {
  ...{ AED: 2, AUD: 0.5, BRL: 0.5, CAD: 0.5, CHF: 0.5, CZK: 15, DKK: 2.5, EUR: 0.5, GBP: 0.3 },
  ...{ HKD: 4, HUF: 175, INR: 0.5, JPY: 50, MXN: 10, MYR: 2, NOK: 3, NZD: 0.5, PLN: 2, RON: 2 },
  ...{ SEK: 3, SGD: 0.5, THB: 10, USD: 0.5 },
};

/** How many units of Stripe are one smallest unit of ISO 4217, where the two differ. */
const factors: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

/** Their last digit has to be 0. */
const threeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

const factorOf = (currency: string): number => factors[currency] ?? 1;

/** @throws PaymentProviderError if Stripe has no such amount */
export function toStripeAmount(amount: number, currency: string): number {
  const units = amount * factorOf(currency);
  if (Number.isInteger(units) && !(threeDecimals.includes(currency) && units % 10 !== 0)) {
    return units;
  }
  throw new PaymentProviderError(`Stripe cannot charge ${amount} units of ${currency}`, true);
}

/** Stripe writes currencies in lower case. */
export function fromStripeAmount(units: number, currency: string) {
  const code = currency.toUpperCase();
  return { amount: Math.round(units / factorOf(code)), currency: code };
}

/** Paystack counts in hundredths of these, of which ISO 4217 has no fractions. */
const inHundredths = ['RWF', 'XOF'];

const factorOf = (currency: string): number => (inHundredths.includes(currency) ? 100 : 1);

export const toPaystackAmount = (amount: number, currency: string): number =>
  amount * factorOf(currency);

export const fromPaystackAmount = (amount: number, currency: string): number =>
  Math.round(amount / factorOf(currency));

/** The fields of the card form. */
export interface CardForm {
  cardNumber: string;
  expiry: string;
  cvv: string;
}

export type CardErrors = Partial<Record<keyof CardForm, string>>;

export function checkCard(form: CardForm, today: Date): CardErrors {
  const errors: CardErrors = {};
  const number = digits(form.cardNumber);
  if (!number) errors.cardNumber = 'Enter the card number.';
  else if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
    errors.cardNumber = 'This is not a valid card number.';
  }
  const expiry = checkExpiry(form.expiry, today);
  if (expiry) errors.expiry = expiry;
  if (!/^\d{3,4}$/.test(form.cvv.trim())) errors.cvv = 'Enter the three digits of the CVV.';
  return errors;
}

export function digits(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** Month and year of “04/30”, “4/2030” or “0430”; null for anything else. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? { month: Number(month), year: 2000 + Number(year) } : null;
}

function checkExpiry(text: string, today: Date): string | null {
  const expiry = readExpiry(text);
  if (!expiry) return 'Enter the expiry as month and year, like 04/30.';
  return new Date(expiry.year, expiry.month, 1) > today ? null : 'This card has expired.';
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

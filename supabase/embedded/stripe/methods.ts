import { digits, readExpiry } from '../payments/card.ts';

/** What was paid with. */
export interface Method {
  type: 'card' | 'link' | 'us_bank_account';
  last4: string | null;
  brand?: 'visa' | 'mastercard';
  expiry?: { month: number; year: number };
  wallet?: 'apple_pay' | 'google_pay';
}

/** Why a bank refuses, in Stripe's words. */
export interface Problem {
  code: string;
  decline_code?: string;
  message: string;
}

/** `disputes`: the payment succeeds and is disputed. `refunds_later`, `refund_fails`: what becomes of its refunds. */
type Behavior = 'succeeds' | 'authenticates' | 'disputes' | 'refunds_later' | 'refund_fails';

/** Stripe's test cards: https://docs.stripe.com/testing */
const cards: Readonly<Record<string, Behavior | Problem>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000002500003155': 'authenticates',
  '4000000000000259': 'disputes',
  '4000000000007726': 'refunds_later',
  '4000000000005126': 'refund_fails',
  '4000000000000002': {
    ...{ code: 'card_declined', decline_code: 'generic_decline' },
    message: 'Your card was declined.',
  },
  '4000000000009995': {
    ...{ code: 'card_declined', decline_code: 'insufficient_funds' },
    message: 'Your card has insufficient funds.',
  },
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': {
    code: 'incorrect_cvc',
    message: 'Your card’s security code is incorrect.',
  },
};

const liveCard: Problem = {
  ...{ code: 'card_declined', decline_code: 'test_mode_live_card' },
  message: 'Your card was declined. Only test cards work in this sandbox.',
};

export const authenticationFailed: Problem = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export const bankFailed: Problem = {
  code: 'payment_intent_payment_attempt_failed',
  message: 'The bank account could not be debited.',
};

export const behaviorOf = (number: string): Behavior | Problem => cards[digits(number)] ?? liveCard;

/** Of a paid card, of which only the last digits are known. */
export function behaviorOfPaid({ type, last4 }: Method): Behavior {
  const [, found] = Object.entries(cards).find(([number]) => number.endsWith(last4 ?? '-')) ?? [];
  return type === 'card' && typeof found === 'string' ? found : 'succeeds';
}

/** Of a form that was checked. */
export function cardOf({ cardNumber, expiry }: { cardNumber: string; expiry: string }): Method {
  const number = digits(cardNumber);
  const brand = number.startsWith('5') ? 'mastercard' : 'visa';
  const end = readExpiry(expiry);
  return { type: 'card', last4: number.slice(-4), brand, ...(end ? { expiry: end } : {}) };
}

const wallet = { type: 'card', last4: '4242', brand: 'visa' } as const;
const walletExpiry = { month: 12, year: 2034 };

/** The methods that are one press on the page. */
export const buttons = {
  apple_pay: {
    label: 'Apple Pay',
    method: { ...wallet, expiry: walletExpiry, wallet: 'apple_pay' },
  },
  google_pay: {
    label: 'Google Pay',
    method: { ...wallet, expiry: walletExpiry, wallet: 'google_pay' },
  },
  link: { label: 'Link', method: { type: 'link', last4: null } },
  bank: { label: 'Bank debit', method: { type: 'us_bank_account', last4: '6789' } },
} as const satisfies Record<string, { label: string; method: Method }>;

export const isButton = (choice: unknown): choice is keyof typeof buttons =>
  typeof choice === 'string' && Object.hasOwn(buttons, choice);

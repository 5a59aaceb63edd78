/** What each sandbox's page takes as a card that pays or is declined, and the status of its answer. */
const cards = {
  paystack: {
    pay: { cardNumber: '4084 0840 8408 4081', choice: 'pay', status: 303 },
    decline: { cardNumber: '4084 0840 8408 4081', choice: 'decline', status: 303 },
  },
  stripe: {
    pay: { cardNumber: '4242 4242 4242 4242', choice: 'card', status: 303 },
    decline: { cardNumber: '4000 0000 0000 0002', choice: 'card', status: 402 },
  },
} as const;

/** The card that pays, or is declined, on this page. */
export function cardOn(page: string, choice: 'pay' | 'decline') {
  const isStripe = new URL(page).pathname.startsWith('/stripe/');
  return cards[isStripe ? 'stripe' : 'paystack'][choice];
}

/** Sends a form of a sandbox's page once; the status of the answer, null without one. */
export async function press(page: string, form: Record<string, string>): Promise<number | null> {
  const body = new URLSearchParams({ expiry: '12/34', cvv: '408', ...form });
  const answer = await fetch(page, { method: 'POST', redirect: 'manual', body }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}

/** Sends a card once; the status of the answer. */
export async function sendCard(page: string, cardNumber: string): Promise<number | null> {
  return press(page, { cardNumber, choice: cardOn(page, 'pay').choice });
}

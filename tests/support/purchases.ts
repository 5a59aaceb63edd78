import { testCard } from './shop.ts';
import type { Customer, Garment } from './customers.ts';
import { stack } from './stack.ts';

async function post<T>(path: string, body: object, token = ''): Promise<T> {
  const { url, siteSecret } = stack();
  const response = await fetch(`${url}/functions/v1/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-site-secret': siteSecret,
      'x-client-address': crypto.randomUUID(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export interface Purchase {
  id: string;
  reference: string;
  /** Pays on the card page. */
  pay: () => Promise<void>;
}

/** Places an unpaid order of one product by the API. */
export async function purchase(customer: Customer, garment: Garment): Promise<Purchase> {
  const { email, password } = customer;
  const login = await post<{ UserauthToken: string }>('/auth/user-login', { email, password });
  const [size] = garment.sizes;
  const [color] = garment.colors;
  const products = [{ product: garment._id, quantity: 1, size, color }];
  const { order, paymentInfo } = await post<{
    order: { _id: string };
    paymentInfo: { data: { authorization_url: string; reference: string } };
  }>('/orders/place-order', { email, amount: garment.price, products }, login.UserauthToken);
  const { authorization_url, reference } = paymentInfo.data;
  const { number: cardNumber, expiry, cvv } = testCard;
  return {
    id: order._id,
    reference,
    pay: async () => {
      const card = new URLSearchParams({ cardNumber, expiry, cvv, choice: 'pay' });
      const init = { method: 'POST', redirect: 'manual' as const, body: card };
      const { status } = await fetch(authorization_url, init);
      if (status !== 303) throw new Error(`The card page answered ${status}`);
    },
  };
}

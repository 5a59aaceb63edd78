import { good, payByCard } from '../api/client.ts';
import type { Customer, Garment } from './customers.ts';

/** Places an unpaid order of one product by the API; `pay` pays it on the card page. */
export async function purchase({ email, password }: Customer, garment: Garment) {
  const login = await good('POST', '/auth/user-login', { json: { email, password } });
  const [size] = garment.sizes;
  const [color] = garment.colors;
  const products = [{ product: garment._id, quantity: 1, size, color }];
  const { order, paymentInfo } = await good('POST', '/orders/place-order', {
    token: login.UserauthToken,
    json: { email, amount: garment.price, products },
  });
  const pay = () => payByCard(paymentInfo);
  return { id: order._id, reference: paymentInfo.data.reference, pay };
}

import type { z } from 'zod';
import type {
  AddToCartInput,
  cartChangedReply,
  cartReply,
  ChoiceInput,
} from '#shared/schemas/cart.ts';
import { call, type CallOptions } from './client.ts';
import { sentence } from './shape.ts';
import { readToken } from './tokens.ts';

const cart = { cart: { products: 'array' } } as const;

const change = (path: string, options: CallOptions) =>
  call<z.infer<typeof cartChangedReply>>(
    `/cart/${path}`,
    { ...sentence, ...cart },
    { ...options, as: 'shopper' },
  );

export const fetchCart = () =>
  call<z.infer<typeof cartReply>>('/cart/get-cart', cart, { as: 'shopper' });

export const addToCart = (body: AddToCartInput) => change('add-to-cart', { method: 'POST', body });

/** `id` is the line's; the product's is accepted too. */
export const updateQuantity = (id: string, productId: string, quantity: number) =>
  change(`update-quantity/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body: { productId, quantity },
    keepalive: true,
  });

export const updateChoice = (id: string, body: ChoiceInput) =>
  change(`update-choice/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body,
    keepalive: true,
  });

export const removeFromCart = (id: string) =>
  change(`remove-from-cart/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Sent while the page unloads: the browser completes it, and the response is ignored. The carts of visitors stay. */
export function leaveCart(): void {
  const token = readToken('user');
  if (!token) return;
  fetch('/api/v1/cart/clear-all?reason=leave', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}

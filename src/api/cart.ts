import type { AddToCartInput, CartItem } from '#shared/schemas/cart.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';
import { readToken } from './tokens.ts';

const cart = { cart: { products: 'array' } } as const;
const changed = { ...sentence, ...cart } as const;

type CartChanged = { message: string; cart: { products: CartItem[] } };

export const fetchCart = () =>
  call<{ cart: { products: CartItem[] } }>('/cart/get-cart', cart, { as: 'user' });

export const addToCart = (body: AddToCartInput) =>
  call<CartChanged>('/cart/add-to-cart', changed, { method: 'POST', body, as: 'user' });

/** `id` is the line's; the product's is taken too. */
export const updateQuantity = (id: string, productId: string, quantity: number) =>
  call<CartChanged>(`/cart/update-quantity/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body: { productId, quantity },
    as: 'user',
    keepalive: true,
  });

export const removeFromCart = (id: string) =>
  call<CartChanged>(`/cart/remove-from-cart/${encodeURIComponent(id)}`, changed, {
    method: 'DELETE',
    as: 'user',
  });

export const clearAll = () => call('/cart/clear-all', sentence, { method: 'DELETE', as: 'user' });

/** Sent while the page goes away: the browser finishes it, and nobody waits for the answer. */
export function leaveCart(): void {
  const token = readToken('user');
  if (!token) return;
  fetch('/api/v1/cart/clear-all?reason=leave', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}

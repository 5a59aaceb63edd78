import { z } from 'zod';
import { messages } from '../../_shared/messages.ts';
import {
  addToCartInput,
  cartChangedReply,
  cartReply,
  quantityInput,
} from '../../_shared/schemas/cart.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/cart.ts';

const quantityCodes = { quantity: 'bad_quantity' };

export const cart: Call[] = [
  call(
    {
      method: 'GET',
      path: '/cart/get-cart',
      summary: "The signed-in customer's cart",
      access: 'customer',
      guardedInSql: true,
      reply: cartReply,
    },
    async ({ ask, imageUrl, settings }) => {
      const products = await queries.readCart(ask, imageUrl, settings.cartGraceMinutes);
      return { cart: { products } };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/cart/add-to-cart',
      summary: 'Put a product into the cart; the same product, size and colour adds up',
      access: 'customer',
      guardedInSql: true,
      body: addToCartInput,
      reply: cartChangedReply,
      status: 201,
      codes: quantityCodes,
      errors: ['unknown_product', 'out_of_stock', 'bad_quantity', 'cart_full'],
    },
    async ({ ask, imageUrl, settings, body }) => {
      const products = await queries.addToCart(ask, imageUrl, body, settings.cartGraceMinutes);
      return { message: messages.cart.added, cart: { products } };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/cart/update-quantity/:productId',
      summary: "Set the quantity of a line, named by its own id or by its product's",
      access: 'customer',
      body: quantityInput,
      reply: cartChangedReply,
      codes: quantityCodes,
      errors: ['bad_quantity'],
    },
    async ({ ask, db, imageUrl, settings, body, id }) => {
      await queries.returnToCart(db, settings.cartGraceMinutes);
      await queries.setQuantity(db, id('productId'), body.quantity);
      const products = await queries.readCart(ask, imageUrl, settings.cartGraceMinutes);
      return { message: 'Cart updated', cart: { products } };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/cart/remove-from-cart/:id',
      summary:
        "Remove a line, named by its own id, or all lines of a product, named by the product's",
      access: 'customer',
      reply: cartChangedReply,
    },
    async ({ ask, db, imageUrl, settings, id }) => {
      await queries.returnToCart(db, settings.cartGraceMinutes);
      await queries.removeFromCart(db, id());
      const products = await queries.readCart(ask, imageUrl, settings.cartGraceMinutes);
      return { message: 'Cart updated', cart: { products } };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/cart/clear-all',
      summary:
        'Empty the cart; with reason=leave only after a grace time in which any call about the cart takes it back',
      access: 'customer',
      guardedInSql: true,
      query: z.object({ reason: z.literal('leave').optional() }),
      reply: cartChangedReply,
    },
    async ({ ask, imageUrl, query }) => {
      if (query.reason === 'leave') {
        const products = await queries.leaveCart(ask, imageUrl);
        return { message: 'The cart waits a while', cart: { products } };
      }
      await queries.clearCart(ask);
      return { message: 'Cart cleared', cart: { products: [] } };
    },
  ),
];

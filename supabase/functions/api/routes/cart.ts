import { z } from 'zod';
import { messages } from '../../_shared/messages.ts';
import {
  addToCartInput,
  cartChangedReply,
  cartPriceReply,
  cartReply,
  choiceInput,
  priceQuery,
  quantityInput,
} from '../../_shared/schemas/cart.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import * as queries from '../queries/cart.ts';

const quantityCodes = { quantity: 'bad_quantity' };

export const cart: Call[] = [
  call(
    {
      method: 'GET',
      path: '/cart/get-cart',
      summary: 'The cart of the customer or visitor',
      access: 'shopper',
      guardedInSql: true,
      reply: cartReply,
    },
    async ({ db, imageUrl, settings }) => {
      const products = await queries.readCart(db, imageUrl, settings.cartGraceMinutes);
      return { cart: { products } };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/cart/price',
      summary:
        'The price of the cart with shipping to the customer’s address, tax and a voucher; an unavailable voucher or method is left out, and `problem` says why',
      access: 'shopper',
      guardedInSql: true,
      query: priceQuery,
      reply: cartPriceReply,
      limitedInSql: true,
    },
    async ({ db, settings, query }) => {
      await syncDatabaseSettings(settings);
      return { price: await queries.readCartPrice(db, query) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/cart/add-to-cart',
      summary:
        'Add a product to the cart; the same product, size and colour increases the quantity',
      access: 'shopper',
      guardedInSql: true,
      body: addToCartInput,
      reply: cartChangedReply,
      status: 201,
      codes: quantityCodes,
      errors: ['unknown_product', 'out_of_stock', 'bad_quantity', 'cart_full'],
    },
    async ({ db, imageUrl, settings, body }) => {
      const products = await queries.addToCart(db, imageUrl, body, settings.cartGraceMinutes);
      return { message: messages.cart.added, cart: { products } };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/cart/update-quantity/:productId',
      summary: "Set the quantity of a line, by its id or its product's id",
      access: 'shopper',
      guardedInSql: true,
      body: quantityInput,
      reply: cartChangedReply,
      codes: quantityCodes,
      errors: ['bad_quantity'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      const line = { id: id('productId'), quantity: body.quantity };
      const products = await queries.setQuantity(db, imageUrl, line, settings.cartGraceMinutes);
      return { message: 'Cart updated', cart: { products } };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/cart/update-choice/:id',
      summary: 'Set size and colour of a line; an equal line becomes part of it',
      access: 'shopper',
      guardedInSql: true,
      body: choiceInput,
      reply: cartChangedReply,
      errors: ['out_of_stock'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      const line = { id: id(), ...body };
      const products = await queries.setChoice(db, imageUrl, line, settings.cartGraceMinutes);
      return { message: 'Cart updated', cart: { products } };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/cart/remove-from-cart/:id',
      summary: "Remove a line by its id, or all lines of a product by the product's id",
      access: 'shopper',
      guardedInSql: true,
      reply: cartChangedReply,
    },
    async ({ db, imageUrl, settings, id }) => {
      const products = await queries.removeFromCart(db, imageUrl, id(), settings.cartGraceMinutes);
      return { message: 'Cart updated', cart: { products } };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/cart/clear-all',
      summary:
        'Clear the cart; with reason=leave after a grace period, cancelled by any other cart request',
      access: 'shopper',
      guardedInSql: true,
      query: z.object({ reason: z.literal('leave').optional() }),
      reply: cartChangedReply,
    },
    async ({ db, imageUrl, query }) => {
      if (query.reason === 'leave') {
        const products = await queries.leaveCart(db, imageUrl);
        return { message: 'Cart will be cleared', cart: { products } };
      }
      await queries.clearCart(db);
      return { message: 'Cart cleared', cart: { products: [] } };
    },
  ),
];

import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { id, quantity, sizeOrColor, text } from './common.ts';
import { voucherCode, waysToPay } from './orders.ts';
import { variant } from './stock.ts';

/** The body of `POST /cart/add-to-cart`. A `price` is accepted but ignored: prices come from the catalogue. */
export const addToCartInput = z.object({
  productId: id,
  quantity: quantity.default(1),
  price: z.unknown().optional(),
  size: sizeOrColor,
  color: sizeOrColor,
});
export type AddToCartInput = z.input<typeof addToCartInput>;

/** The body of `PUT /cart/update-quantity/{id}`; the id in the path may be the product's or the line's. */
export const quantityInput = z.object({ productId: z.string().optional(), quantity });

/** The body of `PUT /cart/update-choice/{id}`: the line's size and colour from now on. */
export const choiceInput = z.object({ size: sizeOrColor, color: sizeOrColor });
export type ChoiceInput = z.input<typeof choiceInput>;

/** Within how many days a company pays, and what of its credit is left, in the shop's currency. */
export const paymentTerms = z.object({ days: z.int(), creditLeft: z.number() });
export type PaymentTerms = z.infer<typeof paymentTerms>;

/** One line: a product in one size and colour. `_id` is the line's own id; the price is today's. */
export const cartItem = z.object({
  _id: z.string(),
  product: z.object({
    _id: z.string(),
    title: z.string(),
    price: z.number(),
    images: z.array(z.string()),
    availability: z.enum(availabilities),
    /** False for a draft, whose page nobody but administrators can see. */
    published: z.boolean(),
    /** What there is to choose from. */
    sizes: z.array(z.string()),
    colors: z.array(z.string()),
    /** Empty where stock is not counted and every size and color costs the same. */
    variants: z.array(variant),
  }),
  quantity: z.int(),
  /** Whether there is stock for the whole quantity. */
  enough: z.boolean(),
  /** How many pieces are left where there is not; null where only companies are told. */
  left: z.int().nullable(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  /** Null until size and color are chosen. */
  sku: z.string().nullable(),
});
export type CartItem = z.infer<typeof cartItem>;

/** The query of `GET /cart/price`. */
export const priceQuery = z.object({
  shippingMethod: id.optional(),
  voucher: voucherCode,
  country: text(100)
    .optional()
    .describe('Where it is delivered to, else to the customer’s country'),
});

/** What the cart costs, in the shop's currency, as an order of it would. */
export const cartPrice = z.object({
  goods: z.number(),
  discount: z.number(),
  /** Of the voucher that was taken; empty when there is none. */
  voucherCode: z.string(),
  shipping: z.number(),
  /** Name of the shipping method that was taken; empty where shipping is free everywhere. */
  shippingMethod: z.string(),
  shippingMethodId: z.string().nullable(),
  /** How much more has free shipping; null where it is free already, or never. */
  toFreeShipping: z.number().nullable(),
  /** Whether shipping would be free without the voucher. */
  lostFreeShipping: z.boolean(),
  /** The methods that there are, cheapest first. */
  methods: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      price: z.number(),
      daysFrom: z.int(),
      /** 0 where nothing is said. */
      daysTo: z.int(),
    }),
  ),
  tax: z.number(),
  taxIncluded: z.boolean(),
  /** Whether all of it is without tax, since the company pays the VAT itself. */
  taxFree: z.boolean(),
  totalPrice: z.number(),
  /** False where none of the methods takes the cart to the country of the customer. */
  delivered: z.boolean(),
  /** Why not, once there is a country; else empty. */
  deliveryProblem: z.string(),
  /** Code of the customer's country; null while it is not known. */
  country: z.string().nullable(),
  /** Whether the shop has any vouchers. */
  takesVouchers: z.boolean(),
  /** Why the voucher or the method was left out; else empty. */
  problem: z.string(),
  /** Name of the company that the customer buys for; else empty. */
  company: z.string(),
  /** On which terms the company orders; null where the order is paid by card. */
  terms: paymentTerms.nullable(),
  /** With what an order of it can be paid, in the order of the checkout. */
  ways: waysToPay,
  /** Why the company cannot order in these quantities; else empty. */
  quantityProblem: z.string(),
});
export type CartPrice = z.infer<typeof cartPrice>;

/** `price` is null for an empty cart. */
export const cartPriceReply = z.object({ price: cartPrice.nullable() });

export const cartReply = z.object({ cart: z.object({ products: z.array(cartItem) }) });
export const cartChangedReply = z.object({
  message: z.string(),
  cart: z.object({ products: z.array(cartItem) }),
});

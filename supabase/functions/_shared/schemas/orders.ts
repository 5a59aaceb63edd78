import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { fitsCurrency, fitsText } from '../domain/money.ts';
import { orderStatuses, paymentOutcomes } from '../domain/order-status.ts';
import { fulfilments } from '../domain/fulfilment.ts';
import { paymentKinds } from '../domain/payment-kind.ts';
import { addressInput } from './addresses.ts';
import { parcel } from './parcels.ts';
import { orderReturn, returnExchange } from './returns.ts';
import { createdAt, email, id, listQuery, next, quantity, sizeOrColor, text } from './common.ts';

/** Empty means none. */
export const voucherCode = text(40)
  .nullish()
  .transform((value) => value || null);

/** Name of a payment provider, one of `ways`; the first of these where it is missing. */
const payWith = z
  .string()
  .regex(/^[a-z_]{1,30}$/, 'Not a way to pay')
  .optional();

/** The body of `POST /orders/{id}/pay`. */
export const payInput = z.object({ payWith });

/** The providers with which an order can be paid, in the order of the checkout, with what the shopper reads on the button. */
export const waysToPay = z.array(
  z.object({ name: z.string(), action: z.string(), kind: z.enum(paymentKinds) }),
);
export type WayToPay = z.infer<typeof waysToPay>[number];

/** Kept as typed, with its line breaks. */
const giftMessage = z
  .string()
  .trim()
  .refine(
    (it) => Array.from(it).length <= limits.giftMessage,
    `At most ${limits.giftMessage} characters`,
  )
  .pipe(text(2 * limits.giftMessage));

/** The body of `POST /orders/place-order`; `amount` is the total that the shopper saw, in the shop's currency. */
export const placeOrderInput = z.object({
  email,
  amount: z
    .number()
    .min(0, 'Not below zero')
    .max(9_999_999_999, 'Too much')
    .refine(fitsCurrency, { error: fitsText }),
  products: z
    .array(z.object({ product: id, quantity, size: sizeOrColor, color: sizeOrColor }))
    .max(limits.orderLines, `At most ${limits.orderLines} lines`),
  /**
   * As the shop's own checkout sends it: refused without an address or with an open size or colour, and the same lines again
   * are the Pending order that there is. Any other Pending order from the cart is cancelled.
   */
  checkout: z.boolean().default(false),
  /** One of `methods` of `GET /cart/price`; the cheapest where it is missing. */
  shippingMethod: id.nullish().transform((value) => value ?? null),
  /** Code of a voucher, in capital or small letters. */
  voucher: voucherCode,
  /** Purchase order number of a company, by which it knows the order. */
  poNumber: text(60).default(''),
  /** On terms: sent at once, and paid by transfer within `terms.days` of `GET /cart/price`. */
  terms: z.boolean().default(false),
  /** The address to deliver to, where it is not the customer's, to whom the invoice is addressed. */
  deliverTo: addressInput.nullish().transform((value) => value ?? null),
  /** The packing slip of a gift has this message. */
  gift: z
    .strictObject({ message: giftMessage.default('') })
    .nullish()
    .transform((value) => value ?? null),
  payWith,
});
export type PlaceOrderInput = z.input<typeof placeOrderInput>;

/** With `status`, only orders in that status. */
export const ownOrdersQuery = listQuery.extend({ status: z.enum(orderStatuses).optional() });
export type OwnOrdersQuery = z.infer<typeof ownOrdersQuery>;

export const settleInput = z.object({
  reference: z
    .string()
    .trim()
    .regex(/^[\w.=-]{1,100}$/, 'Not a reference'),
});

/** The order whose pieces an order replaces, with the choice of each replaced piece, by line of the new order. */
const orderExchange = z.object({
  order: z.string(),
  number: z.string(),
  /** Whether it can be paid, if it is not paid yet: not before it is approved, or the pieces have arrived. */
  payable: z.boolean(),
  /** Whether exchanges are sent when they are approved. */
  atOnce: z.boolean(),
  /** When it ends if the pieces have not arrived, or it is not paid. */
  until: z.string().nullable(),
  lines: z.array(
    z.object({ line: z.string(), size: z.string().nullable(), color: z.string().nullable() }),
  ),
});

/** Customer and prices as of the time of ordering, in the shop's currency; `product` is null after it was deleted. */
export const order = z.object({
  _id: z.string(),
  /** The number that people name it by, such as HM-48213. */
  number: z.string(),
  user: z.object({
    _id: z.string().nullable(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    postcode: z.string(),
    state: z.string(),
    country: z.string(),
  }),
  products: z.array(
    z.object({
      _id: z.string(),
      product: z
        .object({
          _id: z.string(),
          title: z.string(),
          images: z.array(z.string()),
          /** What there is to choose from. */
          sizes: z.array(z.string()),
          colors: z.array(z.string()),
        })
        .nullable(),
      /** The product's title at the time of ordering. */
      title: z.string(),
      unitPrice: z.number(),
      quantity: z.int(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      /** SKU of its size and color when ordering; empty where these were not chosen. */
      sku: z.string(),
      /** What the voucher takes off the line. */
      discount: z.number(),
      /** In percent. */
      taxRate: z.number(),
      /** Tax on the line after the discount. */
      tax: z.number(),
      /** Pieces that were refunded, or for which a refund is on its way. */
      refunded: z.int(),
      /** Pieces of these that are not sent. */
      notToSend: z.int(),
      /** Pieces that the signed-in customer may return now. */
      returnable: z.int(),
    }),
  ),
  /** What the voucher takes off all lines together. */
  discount: z.number(),
  /** Empty when there is none. */
  voucherCode: z.string(),
  shipping: z.number(),
  /** Its name; empty where shipping is free everywhere. */
  shippingMethod: z.string(),
  /** How many days its delivery takes at least, as its method said when ordering. */
  daysFrom: z.int(),
  /** How many at most; 0 where its method said nothing. */
  daysTo: z.int(),
  /** In percent. */
  shippingTaxRate: z.number(),
  shippingTax: z.number(),
  /** Tax on lines and shipping. */
  tax: z.number(),
  /** Whether prices, shipping and discount have the tax in them. */
  taxIncluded: z.boolean(),
  /** Whether it is without tax, since the company pays the VAT itself (reverse charge). */
  taxFree: z.boolean(),
  /** Lines less the discount, shipping, and the tax unless it is included. */
  totalPrice: z.number(),
  /** What was refunded of it. */
  refunded: z.number(),
  currency: z.string(),
  status: z.enum(orderStatuses),
  paymentReference: z.string().nullable(),
  createdAt,
  paidAt: z.string().nullable(),
  /** Until when its pieces are held while it is not paid; null where none are. */
  heldUntil: z.string().nullable(),
  /** Until when an order on terms is to be paid, kept when it is; null for others. */
  dueAt: z.string().nullable(),
  /** The bank account, in lines, that an order on terms or by transfer is paid to; empty for others. */
  payTo: z.string(),
  payment: z.object({
    /** The provider of its newest payment; empty where none was begun. */
    provider: z.string(),
    /** Null where none was begun, or its provider is gone. */
    kind: z.enum(paymentKinds).nullable(),
    /** Whether its money is awaited: a transfer, or payment on delivery. */
    awaited: z.boolean(),
    /** What is still to come by transfer, on delivery or on terms, in units of its currency; less than the total after a part. */
    due: z.number(),
    /** Text of a QR code with which banking apps fill in the transfer; empty where there is none, as for other currencies than the euro. */
    transferCode: z.string(),
    /** Of an order that is not paid. */
    ways: waysToPay,
  }),
  fulfilment: z.enum(fulfilments),
  parcels: z.array(parcel),
  returns: z.array(orderReturn),
  /** Null for orders that replace nothing. */
  exchange: orderExchange.nullable(),
  /** The company that it was placed for, as it was then; `_id` is null after it was deleted. Null for retail. */
  company: z.object({ _id: z.string().nullable(), name: z.string(), vatId: z.string() }).nullable(),
  /** Purchase order number of the company; empty when it gave none. */
  poNumber: z.string(),
  /** Name of whom it is delivered to, at the address of `user`; empty for the customer. */
  recipient: z.string(),
  /** The customer's own address, for the invoice; null where it is that of `user`. */
  invoiceAddress: z
    .object({
      address: z.string(),
      city: z.string(),
      postcode: z.string(),
      state: z.string(),
      country: z.string(),
    })
    .nullable(),
  /** Null where it is no gift. */
  gift: z.object({ message: z.string() }).nullable(),
});
export type Order = z.infer<typeof order>;

/** What a link in a mail shows of an order: nothing of its customer but the first name. */
export const linkedOrder = order
  .omit({ _id: true, user: true, paymentReference: true })
  .omit({ company: true, poNumber: true, taxFree: true })
  .omit({ recipient: true, invoiceAddress: true, gift: true })
  .omit({ voucherCode: true, shippingTaxRate: true, shippingTax: true })
  .extend({
    firstname: z.string(),
    returns: z.array(
      orderReturn
        .omit({ reason: true, reasonKind: true })
        .extend({ exchange: returnExchange.omit({ order: true }).nullable() }),
    ),
    exchange: orderExchange.omit({ order: true }).nullable(),
    /** Whether the link pays it: Pending, and placed by the back office or without an account. */
    payable: z.boolean(),
    /** Whether the link cancels it. */
    cancellable: z.boolean(),
    /** Placed without an account: the link does what a customer can. */
    byGuest: z.boolean(),
    products: z.array(
      order.shape.products.element
        .pick({ _id: true, title: true, unitPrice: true, quantity: true, size: true, color: true })
        .extend({ returnable: z.int() })
        .extend({ product: z.object({ images: z.array(z.string()) }).nullable() }),
    ),
  });
export type LinkedOrder = z.infer<typeof linkedOrder>;

/** The payment page, as returned by the provider, or the page after the checkout where there is none. */
export const paymentInfo = z.object({
  data: z.object({ authorization_url: z.string(), reference: z.string() }),
});
export type PaymentInfo = z.infer<typeof paymentInfo>;

export const placeOrderReply = z.object({ message: z.string(), order, paymentInfo });
export const payReply = z.object({ message: z.string(), paymentInfo });
export const settleReply = z.object({ order, outcome: z.enum(paymentOutcomes) });
export const linkSettledReply = z.object({ outcome: z.enum(paymentOutcomes) });
export const orderReply = z.object({ order });
export const linkedOrderReply = z.object({ order: linkedOrder });
export const ordersReply = z.object({ orders: z.array(order), next });
export const orderCountReply = z.object({ orderCount: z.int() });
export const totalOrdersReply = z.object({ totalOrders: z.int() });
export const totalIncomeReply = z.object({ totalIncome: z.number() });

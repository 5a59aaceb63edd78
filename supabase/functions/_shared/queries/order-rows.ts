import type { Tables } from '../database.types.ts';
import type { DisputeStatus, PaymentKind } from '../domain/payment-kind.ts';
import type { Order } from '../schemas/orders.ts';
import type { ReturnTermsRow } from './promise-rows.ts';

/* Orders and prices as the database returns them. */

type OrderColumns = Pick<
  Tables<'orders'>,
  | 'id'
  | 'user_id'
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'postcode'
  | 'state'
  | 'country'
  | 'total_price'
  | 'currency'
  | 'status'
  | 'payment_reference'
  | 'created_at'
  | 'paid_at'
  | 'number'
  | 'fulfilment'
  | 'refunded'
  | 'discount'
  | 'voucher_code'
  | 'shipping'
  | 'shipping_method'
  | 'shipping_tax_rate'
  | 'shipping_tax'
  | 'tax'
  | 'tax_included'
  | 'company_id'
  | 'company_name'
  | 'company_vat_id'
  | 'po_number'
  | 'due_at'
  | 'tax_free'
  | 'days_from'
  | 'days_to'
  | 'recipient'
  | 'gift_message'
> & { invoice_address: Order['invoiceAddress'] };
export type OrderLineRow = Pick<
  Tables<'order_items'>,
  | 'id'
  | 'title'
  | 'unit_price'
  | 'quantity'
  | 'size'
  | 'color'
  | 'sku'
  | 'position'
  | 'refunded'
  | 'not_to_send'
  | 'discount'
  | 'tax_rate'
  | 'tax'
> & {
  product: Pick<Tables<'products'>, 'id' | 'title' | 'images' | 'sizes' | 'colors'> | null;
};
export type ParcelRow = Pick<
  Tables<'parcels'>,
  'id' | 'carrier' | 'tracking_number' | 'tracking_url' | 'created_at' | 'sent_at' | 'delivered_at'
> & {
  status: Exclude<Tables<'parcels'>['status'], 'cancelled'>;
  lines: { item: string; quantity: number }[];
};
export type ReturnRow = Omit<Tables<'returns'>, 'order_id' | 'refund_id'> & {
  /** For approved ones. */
  sending: ReturnTermsRow | null;
  exchange:
    | (Pick<Tables<'orders'>, 'number' | 'status' | 'fulfilment'> & {
        order: string;
        total: number;
        payable: boolean;
        at_once: boolean;
        lines: (Pick<Tables<'order_items'>, 'size' | 'color' | 'quantity' | 'cheaper_by'> & {
          item: string;
        })[];
      })
    | null;
  lines: { item: string; quantity: number; received: number; restocked: number }[];
};
/** What `exchange_choices_of` returns. */
export interface ExchangeChoiceRow {
  item: string;
  variant: string;
  size: string | null;
  color: string | null;
  difference: number;
  most: number;
}
/** What `price_cart` returns. */
export type CartPriceRow = Pick<
  OrderColumns,
  | 'discount'
  | 'voucher_code'
  | 'shipping'
  | 'shipping_method'
  | 'tax'
  | 'tax_included'
  | 'tax_free'
  | 'total_price'
> & {
  goods: number;
  shipping_method_id: string | null;
  methods: { id: string; name: string; price: number; days_from: number; days_to: number }[];
  to_free_shipping: number | null;
  lost_free_shipping: boolean;
  delivered: boolean;
  delivery_problem: string;
  country: string | null;
  takes_vouchers: boolean;
  company: string;
  terms: { days: number; credit_left: number } | null;
  ways: string[];
  quantity_problem: string;
  problem: string;
};
/** What `offer_lines` returns. */
export interface OfferRow {
  lines: {
    sku: string;
    quantity: number;
    size: string | null;
    color: string | null;
    price: number | null;
    problem: string;
    product: { id: string; title: string; images: string[] } | null;
  }[];
  goods: number;
  delivery:
    | (Pick<CartPriceRow, 'shipping' | 'shipping_method' | 'tax' | 'tax_included' | 'total_price'> &
        Pick<CartPriceRow, 'to_free_shipping' | 'methods' | 'delivered' | 'delivery_problem'> &
        Pick<CartPriceRow, 'country'>)
    | null;
}
export type OrderRow = OrderColumns & {
  /** Null where nothing is held for a time. */
  held_until: string | null;
  /** Null where the caller may not know. */
  payment: {
    provider: string | null;
    kind: PaymentKind | null;
    awaited: boolean;
    due: number;
    ways: string[];
    pay_to: string;
    payee: string;
  } | null;
  order_items: OrderLineRow[];
  parcels: ParcelRow[];
  returns: ReturnRow[];
  exchange: {
    order: string;
    number: string;
    payable: boolean;
    at_once: boolean;
    until: string | null;
    lines: { item: string; size: string | null; color: string | null }[];
  } | null;
  /** Pieces by line. */
  returnable: Record<string, number>;
};
export type AdminOrderRow = OrderRow & {
  payment_attempts: (Pick<
    Tables<'payment_attempts'>,
    | 'reference'
    | 'status'
    | 'amount_minor'
    | 'currency'
    | 'created_at'
    | 'paid_minor'
    | 'refunded_minor'
    | 'transfer'
    | 'provider'
  > & {
    refunds: (Pick<
      Tables<'refunds'>,
      | 'id'
      | 'status'
      | 'amount_minor'
      | 'shipping_minor'
      | 'currency'
      | 'note'
      | 'asked_at'
      | 'processed_at'
    > & {
      by_customer: boolean;
      lines: { line: string; quantity: number; price_minor: number }[];
    })[];
  })[];
  disputes: (Pick<
    Tables<'payment_disputes'>,
    'provider' | 'reason' | 'amount_minor' | 'currency' | 'respond_by' | 'created_at' | 'closed_at'
  > & { status: DisputeStatus })[];
  by_guest: boolean;
  invoice: string | null;
  assignee: { id: string; firstname: string } | null;
};

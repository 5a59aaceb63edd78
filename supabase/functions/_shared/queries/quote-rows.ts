import type { OrderStatus } from '../domain/order-status.ts';
import type { QuoteStatus } from '../domain/quote-status.ts';

/* Quotes as the database returns them; prices in the shop's currency. */

interface QuoteBasics {
  id: string;
  number: string;
  status: QuoteStatus;
  to_answer: boolean;
  ends_at: string | null;
  created_at: string;
}

export interface ListedQuoteRow extends QuoteBasics {
  goods: number;
}

export interface ListedQuotes {
  total: number;
  quotes: (ListedQuoteRow & { company: string; customer: string | null })[];
}

export interface QuoteDetailsRow extends QuoteBasics {
  note: string;
  tax_free: boolean;
  company: { id: string; name: string };
  customer: { id: string; name: string; email: string } | null;
  order: { id: string; number: string; status: OrderStatus } | null;
  price: {
    goods: number;
    discount: number;
    voucher_code: string;
    shipping: number;
    shipping_method: string;
    tax: number;
    tax_included: boolean;
    total_price: number;
    delivered: boolean;
    delivery_problem: string;
  } | null;
  terms: { days: number; credit_left: number } | null;
  lines: {
    id: string;
    title: string;
    size: string | null;
    color: string | null;
    quantity: number;
    unit_price: number;
    /** Empty where size and color were not chosen. */
    sku: string;
    product: {
      id: string;
      title: string;
      images: string[];
      sizes: string[];
      colors: string[];
      price: number;
    } | null;
  }[];
  messages: { id: string; from_office: boolean; text: string; created_at: string }[];
}

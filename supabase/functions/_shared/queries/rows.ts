import type { Tables } from '../database.types.ts';
import type { FactName } from '../domain/product-facts.ts';
import type { RichText } from '../domain/rich-text.ts';
import type { AuditEntry } from '../schemas/audit.ts';
import type { Notification } from '../schemas/dashboard.ts';
import type { AskedChoice, ShippingOffer } from '../schemas/products.ts';
import type { CustomFact, CustomField, CustomValue } from '../schemas/custom-fields.ts';
import type { Redirect } from '../schemas/redirects.ts';
import type { Rating } from '../schemas/reviews.ts';
import type { StockMovement } from '../schemas/stock.ts';

/** Rows as returned by the database: snake case, times as text, amounts in the shop's currency unless named `minor`. */

export type AdRow = Pick<
  Tables<'advertisements'>,
  'id' | 'headline' | 'link' | 'link_text' | 'image' | 'shown' | 'created_at'
>;
export type AdministratorRow = Pick<Tables<'administrators'>, 'id' | 'firstname' | 'email'>;
export type BannerRow = Omit<Tables<'banners'>, 'position'>;
export type BannerTableRow = BannerRow & {
  place: number;
  state: 'current' | 'planned' | 'ended' | 'hidden';
  total: number;
};
export type CategoryRow = Pick<Tables<'categories'>, 'id' | 'name' | 'image' | 'created_at'>;
export type FaqRow = Pick<Tables<'faqs'>, 'id' | 'question' | 'answer' | 'created_at'>;
/** The body is a document of rich text. */
export type PageRow = Omit<Tables<'pages'>, 'body'> & { body: RichText };
export type PageVersionRow = Tables<'page_versions'>;
export type PageTableRow = {
  state: 'draft' | 'planned' | 'published';
  publish_at: string | null;
  total: number;
} & Pick<PageRow, 'id' | 'slug' | 'title' | 'built_in' | 'saved_by' | 'updated_at'>;
export type VoucherRow = Tables<'vouchers'>;
export type VoucherTableRow = VoucherRow & {
  category_names: string[];
  state: 'valid' | 'planned' | 'ended' | 'used up';
  total: number;
};
export type RedirectRow = Omit<Tables<'redirects'>, 'source'> & Pick<Redirect, 'source'>;
export type SynonymRow = Pick<Tables<'search_synonyms'>, 'id' | 'words' | 'created_at'>;
export type ProfileRow = Pick<
  Tables<'profiles'>,
  | 'id'
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'phone'
  | 'country'
  | 'state'
  | 'postcode'
  | 'address'
  | 'city'
  | 'created_at'
>;

type ProductColumns = Pick<
  Tables<'products'>,
  | 'id'
  | 'title'
  | 'description'
  | 'price'
  | 'compare_at_price'
  | 'lowest_price'
  | 'highest_price'
  | 'images'
  | 'category_id'
  | 'availability'
  | 'sizes'
  | 'colors'
  | 'status'
  | 'created_at'
  | 'updated_at'
>;
export type ProductRow = ProductColumns & {
  category: { id: string; name: string } | null;
  /** In lists, where filters or words of a search ask for a size or a color. */
  asked?: AskedChoice | null;
};
export type DetailedProductRow = ProductRow &
  Pick<Tables<'products'>, FactName | 'weight' | 'tax_class' | 'length'> & {
    description_document: RichText | null;
  };
/** `category` is its name. */
export type ProductFileRow = Omit<
  DetailedProductRow,
  'asked' | 'category' | 'category_id' | 'images' | 'lowest_price' | 'highest_price' | 'updated_at'
> & { category: string | null; version: string };
export type VariantRow = Pick<Tables<'product_variants'>, 'size' | 'color' | 'sku'> & {
  price: number;
  /** `in`, `out`, or the number of pieces where few are left. */
  level: string;
};
export type ProductWithVariantsRow = DetailedProductRow & {
  variants: (VariantRow & Pick<Tables<'product_variants'>, 'barcode'>)[];
  lowest_price_30_days: number | null;
  custom_fields: CustomFactRow[];
  shipping: ShippingOfferRow[];
};
export type ShippingOfferRow = Pick<ShippingOffer, 'countries' | 'name' | 'price'> & {
  days_from: number;
  days_to: number;
};
/** What `list_feed_products` returns. */
export interface FeedProductsRow {
  country: string | null;
  rows: Pick<
    ProductWithVariantsRow,
    | ('id' | 'title' | 'description' | 'price' | 'compare_at_price' | 'images' | 'category')
    | ('composition' | 'delivery' | 'weight' | 'custom_fields' | 'variants' | 'shipping')
  >[];
}
/** A picture is its path in the bucket. */
export type CustomFactRow = CustomFact;
export type CustomValueRow = CustomValue;
export type CustomFieldRow = Omit<CustomField, '_id'> & { id: string };
export type ProductTableRow = ProductColumns & {
  category_name: string | null;
  total: number;
  total_is_least: boolean;
};
export interface ListedProducts {
  rows: ProductRow[];
  /** Null if it was not counted. */
  total: number | null;
}

export type CartLineRow = Pick<Tables<'cart_items'>, 'id' | 'quantity' | 'size' | 'color'> & {
  enough: boolean;
  left: number | null;
  sku: string | null;
  product: Pick<
    Tables<'products'>,
    'id' | 'title' | 'price' | 'images' | 'availability' | 'sizes' | 'colors'
  > & { variants: VariantRow[]; published: boolean };
};
/** What `add_lines_to_cart` returns. */
export interface CartBatchRow {
  lines: CartLineRow[];
  problems: { line: number; at: string; code: string; message: string }[];
}

export interface OwnStockRequestRow {
  title: string;
  size: string | null;
  color: string | null;
  created_at: string;
}

/** The result of settling a payment. */

export type ReviewRow = Pick<
  Tables<'reviews'>,
  'id' | 'rating' | 'comment' | 'firstname' | 'lastname' | 'created_at' | 'bought'
>;
export interface ListedReviews {
  rows: ReviewRow[];
  rating: Rating | null;
}

export type AuditRow = Pick<
  Tables<'audit_log'>,
  'id' | 'happened_at' | 'actor' | 'table_name' | 'record_id' | 'label' | 'request_id'
> & {
  actor_role: AuditEntry['role'];
  restored?: boolean;
  subject?: string | null;
  names?: Record<string, string>;
  action: AuditEntry['action'];
  before: AuditEntry['before'];
  after: AuditEntry['after'];
};
export interface ListedAudit {
  total: number;
  total_is_least: boolean;
  entries: AuditRow[];
}

export interface ListedMessages {
  total: number;
  total_is_least: boolean;
  messages: (Omit<Tables<'contact_messages'>, 'product_id'> & {
    product: { id: string; title: string } | null;
  })[];
}

export type NoteRow = Pick<Tables<'customer_notes'>, 'id' | 'note' | 'created_at'> & {
  author: string;
};
export interface CustomerDetails {
  customer: ProfileRow;
  totals: { orders: number; paid_orders: number; spent: number; last_order_at: string | null };
  company: { id: string; name: string; role: 'buyer' | 'manager' } | null;
  invitation: { invited_at: string | null } | null;
  notes: NoteRow[];
}

export interface SalesFigures {
  hasImported: boolean;
  income: { period: string; income: number; orders: number }[];
  bestSellers: {
    product_id: string | null;
    title: string;
    image: string | null;
    pieces: number;
    income: number;
  }[];
}

export interface ListedNotifications {
  unseen: number;
  items: {
    kind: Notification['kind'];
    id: string;
    title: string;
    amount: number | null;
    status: string | null;
    at: string;
    new: boolean;
  }[];
}

export type OfficeVariantRow = Pick<
  Tables<'product_variants'>,
  | 'id'
  | 'size'
  | 'color'
  | 'sku'
  | 'barcode'
  | 'price_delta'
  | 'policy'
  | 'on_hand'
  | 'held'
  | 'updated_at'
> & { waiting: number };
export interface ListedLowStock {
  total: number;
  total_is_least: boolean;
  variants: (OfficeVariantRow & {
    product: { id: string; title: string; images: string[] };
  })[];
}
export type StockMovementRow = Pick<
  Tables<'stock_movements'>,
  'id' | 'quantity' | 'note' | 'order_id' | 'happened_at'
> & { stock: number; reason: StockMovement['reason']; actor: string | null };

/** What `own_prices` returns. */
export interface CompanyPricesRow {
  company: string;
  price_list: string;
  tax_free: boolean;
  products: {
    product: string;
    retail: number;
    lowest: number;
    varies: boolean;
    prices: { quantity: number; price: number }[];
    minimum: number;
    multiple: number;
    variants: {
      size: string | null;
      color: string | null;
      prices: { quantity: number; price: number }[];
    }[];
  }[];
}

export type PriceListRow = Pick<Tables<'price_lists'>, 'id' | 'name' | 'percent' | 'created_at'>;
/** A row of `list_list_products`. */
export interface ListedProductRow {
  id: string;
  title: string;
  price: number;
  prices: { quantity: number; price: number }[];
  variants: number;
  minimum: number | null;
  multiple: number | null;
  total: number;
}
/** What `read_list_prices` returns. */
export interface ListPricesRow {
  product: string;
  title: string;
  price: number;
  prices: { variant: string | null; quantity: number; price: number }[];
  minimum: number | null;
  multiple: number | null;
  general: { minimum: number | null; multiple: number | null };
  variants: {
    id: string;
    sku: string;
    size: string | null;
    color: string | null;
    price: number;
  }[];
}

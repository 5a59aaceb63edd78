import type { Database, Json } from '../database.types.ts';
import type { Article } from '../schemas/articles.ts';
import type { ImportedRow } from '../schemas/product-files.ts';
import type { ProductImportState } from '../schemas/product-imports.ts';
import type { Demo } from '../schemas/opening.ts';
import type { Figures } from '../schemas/figures.ts';
import type { HomeSection } from '../schemas/home.ts';
import type { MissingPieces } from '../schemas/parcels.ts';
import type { QuotedGoods } from '../schemas/quotes.ts';
import type { Frame } from '../schemas/shop-frame.ts';
import type { Tasks } from '../schemas/dashboard.ts';
import type { JsonValue } from './json-value.ts';
import type { ImportedOrderRow } from './imported-order-rows.ts';
import type { ClaimedMail } from './mail-rows.ts';
import type * as imports from './import-rows.ts';
import type * as companies from './company-rows.ts';
import type * as orders from './order-rows.ts';
import type * as payments from './payment-rows.ts';
import type { ListedFacets } from './facet-rows.ts';
import type { PromisesRow } from './promise-rows.ts';
import type { OpeningRow, ShopRow } from './shop-rows.ts';
import type * as quotes from './quote-rows.ts';
import type * as rows from './rows.ts';

type Office = Database['office']['Functions'];
type Generated = Database['public']['Functions'] & {
  [Name in keyof Office & string as `office.${Name}`]: Office[Name];
};
export type FunctionName = keyof Generated & string;

/** What the generated types lack: the shape of JSON, and what may be null. */
interface Replies {
  accept_quote: orders.OrderRow | null;
  add_review: rows.ReviewRow | null;
  add_lines_to_cart: rows.CartBatchRow;
  add_to_cart: rows.CartLineRow[];
  add_to_wish_list: { added: string[]; left: string[] };
  'office.arrange_product_images':
    { product: rows.DetailedProductRow; removed: string[] } | { wrong: number } | null;
  'office.answer_quote': string | null;
  cancel_order: orders.OrderRow | null;
  claim_mails: ClaimedMail[];
  'office.currencies': {
    currency: string;
    fixed: boolean;
    currencies: { code: string; decimals: number; too_fine: number }[];
  };
  'office.create_order': orders.OrderRow;
  'office.create_quote': string | null;
  decline_quote: string | null;
  'office.export_products': rows.ProductFileRow[];
  find_articles: Article[];
  find_products: rows.ListedProducts;
  'office.import_products': ImportedRow[];
  'office.continue_product_import': {
    state: ProductImportState['state'];
    recolored: { id: string; colors: string[] }[];
  } | null;
  'office.list_product_imports': imports.ProductImportRow[];
  'office.claim_import_pictures': imports.ClaimedPictureRow[];
  'office.import_customers': ImportedRow[];
  'office.import_orders': ImportedRow[];
  'office.import_redirects': ImportedRow[];
  'office.import_reviews': ImportedRow[];
  'office.import_stock': ImportedRow[];
  'office.import_list_prices': ImportedRow[] | null;
  leave_cart: rows.CartLineRow[];
  'office.list_imported_orders': { imported: ImportedOrderRow; total: number }[];
  'office.list_admin_advertisements': (rows.AdRow & { current: boolean; total: number })[];
  'office.list_admin_banners': rows.BannerTableRow[];
  'office.list_admin_pages': rows.PageTableRow[];
  'office.list_list_products': rows.ListedProductRow[];
  'office.read_list_prices': rows.ListPricesRow | null;
  'office.save_list_prices': rows.ListPricesRow | null;
  'office.list_admin_vouchers': rows.VoucherTableRow[];
  'office.list_admin_categories': (rows.CategoryRow & { products: number; total: number })[];
  'office.list_admin_products': rows.ProductTableRow[];
  'office.list_audit': rows.ListedAudit;
  'office.list_contact_messages': rows.ListedMessages;
  'office.list_low_stock': rows.ListedLowStock;
  'office.list_movements': rows.StockMovementRow[] | null;
  'office.list_quotes': quotes.ListedQuotes;
  'office.export_custom_values': Record<string, Record<string, string>>;
  'office.list_custom_fields': rows.CustomFieldRow[];
  'office.read_custom_values': rows.CustomValueRow[] | null;
  'office.save_custom_values': rows.CustomValueRow[] | null;
  'office.list_redirects': (rows.RedirectRow & { total: number })[];
  list_feed_products: rows.FeedProductsRow;
  list_products: rows.ListedProducts;
  load_cart_draft: rows.CartBatchRow | null;
  list_related_products: rows.ProductRow[] | null;
  list_reviews: rows.ListedReviews | null;
  'office.mark_paid': 'paid' | 'part' | 'held' | 'unknown';
  'office.match_transfers': payments.MatchedTransfer[];
  'office.book_transfers': payments.MatchedTransfer[];
  'office.missing_pieces': MissingPieces[];
  'office.restore_trash': { restored: number; missing: MissingPieces[] };
  'office.notifications': rows.ListedNotifications;
  'office.open_tasks': Tasks;
  'office.opening': OpeningRow;
  'office.demo': Demo | null;
  'office.order_changes': rows.AuditRow[];
  'office.payment_methods': payments.PaymentMethodRow[];
  payment_figures: Figures;
  'office.change_parcel': string | null;
  'office.change_return': string | null;
  company_orders: companies.CompanyOrdersRow;
  'office.read_company': companies.OfficeCompanyRow | null;
  read_own_company: companies.OwnCompanyRow | null;
  own_prices: rows.CompanyPricesRow | null;
  own_stock_requests: rows.OwnStockRequestRow[];
  pending_email: string | null;
  place_order_to_pay:
    | { order: orders.OrderRow; attempt: payments.AttemptRow | null; refusal: string | null }
    | { problem: { message: string; details: string } };
  offer_lines: orders.OfferRow;
  price_cart: orders.CartPriceRow | null;
  product_facets: ListedFacets;
  read_cart: rows.CartLineRow[];
  'office.read_variants': rows.OfficeVariantRow[] | null;
  read_own_payment: orders.OrderRow | null;
  read_product: rows.ProductWithVariantsRow | null;
  'office.read_customer': rows.CustomerDetails | null;
  'office.quoted_goods': QuotedGoods[] | null;
  'office.rename_product_image': rows.DetailedProductRow | null;
  read_quote: quotes.QuoteDetailsRow | null;
  read_shared_wish_list: { firstname: string; total: number; rows: rows.ProductRow[] } | null;
  recovery_mailed_at: string | null;
  redirect_target: string | null;
  remove_from_cart: rows.CartLineRow[] | null;
  'office.sales_figures': rows.SalesFigures;
  'office.restore_page_version': string | null;
  'office.save_page': string | null;
  'office.save_quote': string | null;
  'office.save_redirect': rows.RedirectRow[];
  'office.save_variants': rows.OfficeVariantRow[] | null;
  exchange_choices_of: orders.ExchangeChoiceRow[];
  request_return: string | null;
  set_cart_choice: rows.CartLineRow[] | null;
  set_cart_quantity: rows.CartLineRow[] | null;
  settle_payment: payments.Settlement;
  'office.update_product': rows.DetailedProductRow | null;
  home_sections: HomeSection[] | null;
  shop_details: ShopRow;
  shop_frame: Frame;
  shop_promises: PromisesRow;
  shop_time_zone: string | null;
  write_to_quote: string | null;
}

export type Reply<Name extends FunctionName> = Name extends keyof Replies
  ? Replies[Name]
  : Generated[Name]['Returns'];

/** Functions that return a set of texts or ids, which the generated types describe as an array. */
export const scalarSets = [
  'office.delete_categories',
  'office.delete_products',
  'office.delete_records',
  'office.list_product_ids',
  'office.purge_trash',
] as const satisfies FunctionName[];

/** Functions that return a set instead of a single value. */
export type RowsFunction =
  | (typeof scalarSets)[number]
  | {
      [Name in FunctionName]: Generated[Name]['Returns'] extends readonly object[] ? Name : never;
    }[FunctionName];

type Bound<T> = Json extends T ? JsonValue : T;

/** `undefined` selects an argument's default. */
type OptionalArgument<All, Key extends keyof All> =
  Record<never, never> extends Pick<All, Key> ? undefined : never;

export type Arguments<Name extends FunctionName> = {
  [Key in keyof Generated[Name]['Args']]:
    Bound<Generated[Name]['Args'][Key]> | OptionalArgument<Generated[Name]['Args'], Key>;
};

import { DatabaseError } from '../_shared/queries/database-error.ts';
import { customFieldMessages } from '../_shared/custom-field-messages.ts';
import { endsTooEarly, type ErrorReply } from '../_shared/schemas/common.ts';
import { vatIdMissing } from '../_shared/schemas/companies.ts';
import { daysTooFew } from '../_shared/schemas/shipping.ts';
import { tooManyPercent } from '../_shared/schemas/vouchers.ts';
import { pageMessages } from '../_shared/page-messages.ts';
import { priceListMessages } from '../_shared/price-list-messages.ts';
import { redirectMessages } from '../_shared/redirect-messages.ts';
import { taxMessages } from '../_shared/tax-messages.ts';
import { notReduced } from '../_shared/schemas/products.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

interface Extras {
  issues?: ErrorReply['issues'];
  headers?: Record<string, string>;
  /** Further fields of the response, such as the order that was saved. */
  more?: Record<string, unknown>;
}

/** An error response; `message` is shown to users. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly extras: Extras;
  constructor(status: ErrorStatus, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `${what} not found`);
}

/** @param seconds until the next request is allowed */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, 'too_many_tries', 'Too many tries. Please wait a moment!', {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Business errors, raised in SQL with these codes as detail; a hint such as `variants.3.sku,variants.5.sku` names the fields. */
export const businessErrors: Readonly<Record<string, ErrorStatus>> = {
  validation_failed: 400,
  empty_order: 400,
  bad_quantity: 400,
  choice_missing: 400,
  unknown_variant: 400,
  not_a_customer: 403,
  session_over: 401,
  no_company: 403,
  not_an_administrator: 403,
  import_stopped: 409,
  too_late: 409,
  not_a_manager: 403,
  other_address: 403,
  unknown_product: 404,
  unknown_category: 404,
  unknown_trash: 404,
  unknown_order: 404,
  unknown_customer: 404,
  unknown_payment: 404,
  unknown_refund: 404,
  invitation_ended: 404,
  out_of_stock: 409,
  voucher_refused: 409,
  redirect_loop: 409,
  choices_used: 409,
  too_many_fields: 409,
  redirect_chain: 409,
  stock_too_low: 409,
  sku_taken: 409,
  barcode_taken: 409,
  country_taken: 409,
  in_stock: 409,
  already_open: 409,
  shop_closed: 409,
  cart_full: 409,
  too_many_drafts: 409,
  too_many_addresses: 409,
  amount_differs: 409,
  not_delivered: 409,
  shipping_gone: 409,
  changed_meanwhile: 409,
  variants_lost: 409,
  below_minimum: 409,
  way_refused: 409,
  no_key: 409,
  disputed: 409,
  order_quantity: 409,
  no_terms: 409,
  credit_exceeded: 409,
  no_bank_account: 409,
  bank_account_used: 409,
  currency_fixed: 409,
  amounts_too_fine: 409,
  not_on_terms: 409,
  has_company: 409,
  not_approved: 409,
  is_member: 409,
  last_manager: 409,
  company_moved: 409,
  no_address: 409,
  key_reused: 409,
  not_pending: 409,
  not_paid: 409,
  packed_already: 409,
  parcel_moved: 409,
  return_moved: 409,
  quote_moved: 409,
  quote_expired: 409,
  sent_already: 409,
  not_returnable: 409,
  not_exchangeable: 409,
  open_order: 409,
  not_refundable: 409,
  already_refunded: 409,
  built_in: 409,
  bad_percent: 400,
  price_too_high: 409,
  price_too_low: 409,
};

const invalid = new ApiError(400, 'invalid_value', 'A value is not valid');
const busy = new ApiError(
  409,
  'busy',
  'Somebody else changed this at the same time. Please try again!',
);

/** SQLSTATEs that are caused by the request. */
const requestErrors: Readonly<Record<string, ApiError>> = {
  '22P02': invalid,
  '22P05': invalid,
  '22001': invalid,
  '22003': invalid,
  '22007': invalid,
  '22008': invalid,
  '22021': invalid,
  '23502': invalid,
  '23514': invalid,
  '23503': new ApiError(409, 'conflict', 'A referenced record does not exist'),
  '23505': new ApiError(409, 'conflict', 'It already exists'),
  '40001': busy,
  '40P01': busy,
  '42501': new ApiError(403, 'forbidden', 'You are not allowed to do this'),
};

const nothingToShow = 'A banner needs a header, a paragraph or a picture';
const viewNameTaken = 'Another view of this list has this name';
const skuTaken = 'Another size and color has this SKU';
const barcodeTaken = 'Another size and color has this barcode';
const codeTaken = 'Another voucher has this code';
const usedMore = 'It has already been used more often';
const nameTaken = 'A category with this name already exists';

/** Violations of constraints, as errors for users. */
const constraints: Readonly<Record<string, ApiError>> = {
  banners_show_something: new ApiError(400, 'validation_failed', `header: ${nothingToShow}`, {
    issues: [{ path: 'header', message: nothingToShow }],
  }),
  banners_times_in_order: new ApiError(400, 'validation_failed', `shownUntil: ${endsTooEarly}`, {
    issues: [{ path: 'shownUntil', message: endsTooEarly }],
  }),
  products_compare_at_price_above: new ApiError(
    400,
    'validation_failed',
    `compareAtPrice: ${notReduced}`,
    { issues: [{ path: 'compareAtPrice', message: notReduced }] },
  ),
  vouchers_code_key: new ApiError(409, 'code_taken', codeTaken, {
    issues: [{ path: 'code', message: codeTaken }],
  }),
  vouchers_ends_check: new ApiError(400, 'validation_failed', `endsAt: ${endsTooEarly}`, {
    issues: [{ path: 'endsAt', message: endsTooEarly }],
  }),
  vouchers_percent_check: new ApiError(400, 'validation_failed', `value: ${tooManyPercent}`, {
    issues: [{ path: 'value', message: tooManyPercent }],
  }),
  shipping_methods_days_check: new ApiError(400, 'validation_failed', `daysTo: ${daysTooFew}`, {
    issues: [{ path: 'daysTo', message: daysTooFew }],
  }),
  companies_tax_free_check: new ApiError(400, 'validation_failed', `vatId: ${vatIdMissing}`, {
    issues: [{ path: 'vatId', message: vatIdMissing }],
  }),
  vouchers_uses_check: new ApiError(400, 'validation_failed', `maxUses: ${usedMore}`, {
    issues: [{ path: 'maxUses', message: usedMore }],
  }),
  price_lists_name_key: new ApiError(409, 'name_taken', priceListMessages.nameTaken, {
    issues: [{ path: 'name', message: priceListMessages.nameTaken }],
  }),
  redirects_from_path_key: new ApiError(409, 'from_taken', redirectMessages.taken, {
    issues: [{ path: 'from', message: redirectMessages.taken }],
  }),
  custom_fields_key_key: new ApiError(409, 'key_taken', customFieldMessages.taken, {
    issues: [{ path: 'key', message: customFieldMessages.taken }],
  }),
  custom_fields_choices_check: new ApiError(400, 'validation_failed', 'choices: Needs a choice', {
    issues: [{ path: 'choices', message: 'Needs a choice' }],
  }),
  custom_fields_filter_check: new ApiError(400, 'validation_failed', 'filter: Only for choices', {
    issues: [{ path: 'filter', message: 'Only for choices' }],
  }),
  custom_fields_shown_check: new ApiError(400, 'validation_failed', 'shown: Only for products', {
    issues: [{ path: 'shown', message: 'Only for products' }],
  }),
  saved_views_name_key: new ApiError(409, 'name_taken', viewNameTaken, {
    issues: [{ path: 'name', message: viewNameTaken }],
  }),
  tax_rates_country_class_key: new ApiError(409, 'rate_taken', taxMessages.taken, {
    issues: [{ path: 'class', message: taxMessages.taken }],
  }),
  tax_rates_country_fkey: new ApiError(400, 'validation_failed', 'country: Not a country', {
    issues: [{ path: 'country', message: 'Not a country' }],
  }),
  companies_country_fkey: new ApiError(400, 'validation_failed', 'country: Not a country', {
    issues: [{ path: 'country', message: 'Not a country' }],
  }),
  product_variants_sku_key: new ApiError(409, 'sku_taken', skuTaken),
  product_variants_barcode_key: new ApiError(409, 'barcode_taken', barcodeTaken),
  pages_slug_key: new ApiError(409, 'address_taken', pageMessages.addressTaken, {
    issues: [{ path: 'slug', message: pageMessages.addressTaken }],
  }),
  categories_name_key: new ApiError(409, 'name_taken', nameTaken, {
    issues: [{ path: 'name', message: nameTaken }],
  }),
};

/** The name of the constraint in an error message of Postgres. */
function constraintIn(message: string): string {
  return /constraint "(\w+)"/.exec(message)?.[1] ?? '';
}

function issuesOf({ hint, message }: DatabaseError): Extras {
  if (!/^[a-z]\w*(?:\.\d|,|$)/i.test(hint)) return {};
  return { issues: hint.split(',').map((path) => ({ path, message })) };
}

/** Converts any error to a response without internal details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseError) {
    const status = error.code === 'P0001' ? businessErrors[error.details] : undefined;
    if (status) return new ApiError(status, error.details, error.message, issuesOf(error));
    // A rate limit in SQL, which gives the seconds to wait as a hint.
    if (error.code === 'PT429') return tooManyRequests(Number(error.hint) || 60);
    const known = constraints[constraintIn(error.message)] ?? requestErrors[error.code];
    if (known) return known;
    if (error.status === 0 || error.status === 503 || error.status === 504) {
      return new ApiError(503, 'unavailable', 'The shop is busy. Please try again in a moment!');
    }
  }
  return new ApiError(500, 'internal', 'An Error Occurred. Please try again!');
}

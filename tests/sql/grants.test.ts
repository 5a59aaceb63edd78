import { afterAll, expect, test } from 'vitest';
import { connect } from './actors.ts';

const sql = connect();
afterAll(() => sql.end());

/** Columns that somebody may write; whatever is not here is closed, a new column too. */
const writable: Record<string, string> = {
  'administrators update authenticated': 'firstname',
  'advertisements insert authenticated': 'headline, id, image, link, link_text, shown',
  'advertisements update authenticated': 'headline, image, link, link_text, shown',
  'banners insert authenticated':
    'header, id, images, link, link_text, paragraph, shown, shown_from, shown_until',
  'banners update authenticated':
    'header, images, link, link_text, paragraph, shown, shown_from, shown_until',
  'categories insert authenticated': 'id, image, name',
  'categories update authenticated': 'image, name',
  'customer_notes insert authenticated': 'note, user_id',
  'faqs insert authenticated': 'answer, id, question',
  'faqs update authenticated': 'answer, question',
  'mail_texts update authenticated': 'opening, subject',
  'companies update authenticated':
    'about, address, city, country, credit_limit, name, order_minimum, phone, postcode, price_list_id, status, tax_free, terms_days, vat_id',
  'price_lists insert authenticated': 'id, name, percent',
  'price_lists update authenticated': 'name, percent',
  'products insert authenticated':
    'availability, care, category_id, colors, compare_at_price, composition, delivery, description, fit, id, images, origin, price, sizes, status, tax_class, title, weight',
  'products update authenticated':
    'availability, care, category_id, colors, compare_at_price, composition, delivery, description, fit, images, origin, price, sizes, status, tax_class, title, weight',
  'saved_views insert authenticated': 'list, name, query',
  'saved_views update authenticated': 'name, query',
  'shipping_methods insert authenticated':
    'days_from, days_to, free_from, id, max_weight, name, position, price, weight_bands, zone_id',
  'shipping_methods update authenticated':
    'days_from, days_to, free_from, max_weight, name, position, price, weight_bands',
  'shipping_zones insert authenticated': 'countries, id, name',
  'shipping_zones update authenticated': 'countries, name',
  'size_guides insert authenticated': 'category_id, measures, sizes',
  'size_guides update authenticated': 'measures, sizes',
  'search_synonyms insert authenticated': 'id, words',
  'search_synonyms update authenticated': 'words',
  'shop_settings update authenticated': 'value',
  'tax_rates insert authenticated': 'class, country, rate',
  'tax_rates update authenticated': 'rate',
  'vouchers insert authenticated':
    'categories, code, ends_at, id, kind, max_uses, minimum, once_per_customer, starts_at, value',
  'vouchers update authenticated':
    'categories, code, ends_at, kind, max_uses, minimum, once_per_customer, starts_at, value',
  'profiles update authenticated': 'address, country, firstname, lastname, phone, postcode, state',
};

test('each role writes only the columns it needs', async () => {
  const found = await sql<{ what: string; columns: string }[]>`
    select format('%s %s %s', c.table_name, p.verb, r.role) as what,
      string_agg(c.column_name, ', ' order by c.column_name) as columns
    from information_schema.columns c
    cross join (values ('insert'), ('update')) p (verb)
    cross join (values ('anon'), ('authenticated')) r (role)
    where c.table_schema = 'public'
      and has_column_privilege(r.role, format('public.%I', c.table_name), c.column_name, p.verb)
    group by c.table_name, p.verb, r.role order by 1`;
  expect(Object.fromEntries(found.map(({ what, columns }) => [what, columns]))).toEqual(writable);
});

test('who wrote a review stays with the shop', async () => {
  const hidden = await sql<{ column: string }[]>`
    select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = 'reviews'
      and not has_column_privilege('anon', 'public.reviews', column_name, 'select')`;
  expect(hidden.map(({ column }) => column)).toEqual(['user_id']);
});

test('nobody may empty a table, watch it or point to it', async () => {
  const found = await sql`
    select t.tablename, r.role, p.verb from pg_tables t
    cross join (values ('anon'), ('authenticated')) r (role)
    cross join (values ('truncate'), ('trigger'), ('references')) p (verb)
    where t.schemaname = 'public'
      and has_table_privilege(r.role, format('public.%I', t.tablename), p.verb)`;
  expect([...found]).toEqual([]);
});

/** Who may call what; v: visitor, u: signed-in user, s: service key. */
const callable: Record<string, string> = {
  accept_quote: 'u',
  accept_invitation: 's',
  add_contact_message: 's',
  change_member: 'u',
  company_orders: 'u',
  invite_member: 'u',
  managed_company: 'u',
  read_own_company: 'u',
  request_company: 'u',
  add_review: 's',
  add_stock_request: 's',
  add_lines_to_cart: 'u',
  load_cart_draft: 'u',
  save_cart_draft: 'u',
  add_to_cart: 'u',
  are_visible: 'vus',
  cancel_order: 'u',
  catalogue_changes_since: 'vus',
  clear_cart: 'u',
  count_products: 'vus',
  decline_quote: 'u',
  delete_account: 's',
  fail_payment_attempt: 's',
  find_articles: 'u',
  find_products: 'vus',
  is_admin: 'vus',
  is_current: 'vus',
  is_customer: 'vus',
  is_visible: 'vus',
  save_function_settings: 's',
  leave_cart: 'u',
  list_products: 'vus',
  list_related_products: 'vus',
  list_reviews: 'vus',
  name_key: 'vus',
  update_refund: 's',
  note_request: 'vus',
  order_count: 'u',
  own_company: 'u',
  own_notes: 'u',
  own_prices: 'u',
  own_reviews: 'u',
  own_stock_requests: 'u',
  payment_figures: 's',
  pending_email: 'u',
  place_order_to_pay: 'u',
  price_cart: 'u',
  purge_personal_trash: 's',
  unconfirmed_payments: 's',
  unconfirmed_refunds: 's',
  product_facets: 'vus',
  is_barcode: 'us',
  is_shop_setting: 'us',
  release_expired_holds: 's',
  random_products: 'vus',
  recovery_mailed_at: 'u',
  read_cart: 'u',
  read_quote: 'u',
  request_quote: 'u',
  write_to_quote: 'u',
  read_own_payment: 'u',
  read_product: 'vus',
  remove_from_cart: 'u',
  save_authorization: 's',
  set_cart_choice: 'u',
  set_cart_quantity: 'u',
  settle_payment: 's',
  settle_refund: 's',
  settle_listed_refund: 's',
  close_lost_refunds: 's',
  start_payment_attempt: 's',
  start_refund: 's',
  start_refund_of_return: 's',
  start_cancellation: 's',
  empty_abandoned_carts: 's',
  claim_mails: 's',
  finish_mail: 's',
  purge_mails: 's',
  queue_back_in_stock: 's',
  claim_unconfirmed_payments: 's',
  consume_rate_limit: 's',
  parcels_of: 'u',
  request_return: 'u',
  returnable_of: 'u',
  returns_of: 'u',
  'office.adjust_stock': 'u',
  'office.answer_company': 'u',
  'office.change_member': 'u',
  'office.list_companies': 'u',
  'office.read_company': 'u',
  'office.change_parcel': 'u',
  'office.change_return': 'u',
  'office.pack_order': 'u',
  'office.pack_orders': 'u',
  'office.send_orders': 'u',
  'office.answer_contact_message': 'u',
  'office.answer_quote': 'u',
  'office.create_order': 'u',
  'office.create_quote': 'u',
  'office.list_quotes': 'u',
  'office.save_quote': 'u',
  'office.arrange_product_images': 'u',
  'office.cancel_orders': 'u',
  'office.mark_paid': 'u',
  'office.sales_by_company': 'u',
  'office.change_product_prices': 'u',
  'office.delete_categories': 'u',
  'office.delete_customers': 'u',
  'office.delete_products': 'u',
  'office.delete_records': 'u',
  'office.export_products': 'u',
  'office.export_variants': 'u',
  'office.find_customers': 'u',
  'office.find_orders': 'u',
  'office.import_products': 'u',
  'office.export_list_prices': 'u',
  'office.import_list_prices': 'u',
  'office.import_stock': 'u',
  'office.list_list_products': 'u',
  'office.list_price_lists': 'u',
  'office.read_list_prices': 'u',
  'office.save_list_prices': 'u',
  'office.list_admin_advertisements': 'u',
  'office.list_admin_banners': 'u',
  'office.list_admin_categories': 'u',
  'office.list_admin_faqs': 'u',
  'office.list_admin_synonyms': 'u',
  'office.list_admin_vouchers': 'u',
  'office.list_admin_products': 'u',
  'office.list_audit': 'u',
  'office.list_contact_messages': 'u',
  'office.list_low_stock': 'u',
  'office.list_movements': 'u',
  'office.list_product_ids': 'u',
  'office.list_trash': 'u',
  'office.mark_contact_messages': 'u',
  'office.monthly_income': 'u',
  'office.move_banner': 'u',
  'office.move_faq': 'u',
  'office.notifications': 'u',
  'office.open_tasks': 'u',
  'office.order_changes': 'u',
  'office.preview_product_prices': 'u',
  'office.purge_trash': 'u',
  'office.read_customer': 'u',
  'office.read_variants': 'u',
  'office.rename_product_image': 'u',
  'office.restore_trash': 'u',
  'office.sales_by_month': 'u',
  'office.save_variants': 'u',
  'office.sales_figures': 'u',
  'office.mark_notifications_seen': 'u',
  'office.send_mail_again': 'u',
  'office.set_product_prices': 'u',
  'office.change_products': 'u',
  'office.set_products_policy': 'u',
  'office.total_orders': 'u',
  'office.total_users': 'u',
  'office.update_product': 'u',
};

test('each role calls only the functions it needs', async () => {
  const found = await sql<{ name: string; callers: string }[]>`
    select case when p.pronamespace = 'office'::regnamespace then 'office.' else '' end || p.proname as name, concat(
      case when has_function_privilege('anon', p.oid, 'execute') then 'v' end,
      case when has_function_privilege('authenticated', p.oid, 'execute') then 'u' end,
      case when has_function_privilege('service_role', p.oid, 'execute') then 's' end) as callers
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'office'::regnamespace) order by 1`;
  const byName = Object.fromEntries(found.map(({ name, callers }) => [name, callers]));
  // The service key may call more than it needs; visitors and users may not.
  const withoutService = (callers: Record<string, string>) =>
    Object.fromEntries(Object.entries(callers).map(([name, who]) => [name, who.replace('s', '')]));
  expect(withoutService(byName)).toEqual(withoutService(callable));
  for (const [name, who] of Object.entries(callable)) {
    if (who.includes('s')) expect(byName[name], name).toContain('s');
  }
});

test('the private schema is closed', async () => {
  const found = await sql`
    select r.role, p.proname from (values ('anon'), ('authenticated')) r (role)
    cross join pg_proc p where p.pronamespace = 'private'::regnamespace
      and (has_schema_privilege(r.role, 'private', 'usage')
        or has_function_privilege(r.role, p.oid, 'execute'))`;
  expect([...found]).toEqual([]);
});

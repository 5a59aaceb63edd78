import { expect, test } from 'vitest';
import { sql } from './actors.ts';

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
  'order_notes insert authenticated': 'note, order_id',
  'faqs insert authenticated': 'answer, id, question',
  'faqs update authenticated': 'answer, question',
  'mail_texts update authenticated': 'opening, subject',
  'companies update authenticated':
    'about, address, city, country, credit_limit, name, order_minimum, phone, postcode, price_list_id, status, tax_free, terms_days, vat_id',
  'price_lists insert authenticated': 'id, name, percent',
  'price_lists update authenticated': 'name, percent',
  'products insert authenticated':
    'availability, care, category_id, colors, compare_at_price, composition, delivery, description, description_document, fit, id, images, length, origin, price, sizes, status, tax_class, title, weight',
  'products update authenticated':
    'availability, care, category_id, colors, compare_at_price, composition, delivery, description, description_document, fit, images, length, origin, price, sizes, status, tax_class, title, weight',
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
  'profiles update authenticated':
    'address, city, country, firstname, lastname, phone, postcode, state',
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
  expect(found).toEqual([]);
});

test('the private schema is closed', async () => {
  const found = await sql`
    select r.role, p.proname from (values ('anon'), ('authenticated')) r (role)
    cross join pg_proc p where p.pronamespace = 'private'::regnamespace
      and (has_schema_privilege(r.role, 'private', 'usage')
        or has_function_privilege(r.role, p.oid, 'execute'))`;
  expect(found).toEqual([]);
});

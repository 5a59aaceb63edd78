import { randomUUID } from 'node:crypto';
import type { Tx } from './actors.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { add, addCategory, addProduct } from './goods.ts';
import type { Door } from './doors.ts';
import type { Reached, Rights } from './row-rights.ts';
import { saleTrials, variantOf } from './sale-row-trials.ts';
import type { Json, People, Trial } from './trial.ts';

export async function addPeople(tx: Tx): Promise<People> {
  return {
    a: await addCustomer(tx),
    b: await addCustomer(tx),
    administrator: await addAdministrator(tx),
    otherAdministrator: await addAdministrator(tx),
    product: await addProduct(tx),
    category: await addCategory(tx),
    order: await add(tx, 'orders', { total_price: 20 }),
  };
}

const sizes: Json = { toJSON: () => [{ size: 'S', eu: '', uk: '', us: '', cm: ['85–90'] }] };

const emptyBody: Json = { toJSON: () => ({ type: 'doc', content: [] }) };

const customField = () => ({
  ...{ resource: 'product', key: `f${randomUUID().replaceAll('-', '_')}`, name: 'Old' },
  kind: 'text',
});

/** How to try every table. */
export const trials: Record<string, Trial> = {
  administrators: {
    rows: ({ administrator, otherAdministrator }) => [administrator, otherAdministrator],
    update: { firstname: 'Changed' },
  },
  profiles: { rows: ({ a, b }) => [a, b], update: { firstname: 'Changed' } },
  customer_notes: {
    row: (_tx, user_id) => ({ user_id, note: 'Calls in the morning' }),
    insert: ({ a }) => ({ user_id: a, note: 'Prefers wool' }),
  },
  categories: {
    row: () => ({ name: randomUUID() }),
    insert: () => ({ name: `New ${randomUUID()}` }),
    update: { image: 'categories/changed.webp' },
  },
  products: {
    row: () => ({ title: 'Old', price: 5 }),
    insert: () => ({ title: 'New', price: 5, images: ['products/new.webp'] }),
    update: { price: 6 },
  },
  product_prices: {
    key: 'product_id',
    row: async (tx) => ({ product_id: await addProduct(tx), price: 5 }),
  },
  size_guides: {
    key: 'category_id',
    row: async (tx) => ({ category_id: await addCategory(tx), measures: ['Chest'], sizes }),
    insert: ({ category }) => ({ category_id: category, measures: ['Waist'], sizes }),
    update: { measures: ['Hips'] },
  },
  banners: {
    row: () => ({ header: 'Old' }),
    insert: () => ({ header: 'New', paragraph: 'Text' }),
    update: { header: 'Changed' },
  },
  advertisements: {
    row: () => ({ headline: 'Old' }),
    insert: () => ({ headline: 'New', link: '/shop' }),
    update: { headline: 'Changed' },
  },
  faqs: {
    row: () => ({ question: 'Why?', answer: 'So.' }),
    insert: () => ({ question: 'When?', answer: 'Now.' }),
    update: { answer: 'Later.' },
  },
  pages: {
    row: () => ({ slug: randomUUID(), title: 'Old', published: true }),
    insert: () => ({ slug: randomUUID(), title: 'New' }),
    update: { title: 'Changed' },
  },
  page_versions: {
    key: 'page_id',
    row: async (tx) => ({
      page_id: await add(tx, 'pages', { slug: randomUUID(), title: 'Old' }),
      ...{ version: 1, title: 'Old', description: '', saved_by: '' },
      ...{ body: emptyBody, saved_at: new Date() },
    }),
  },
  search_synonyms: {
    row: () => ({ words: ['mac', 'raincoat'] }),
    insert: () => ({ words: ['cap', 'hat'] }),
    update: { words: ['cap', 'hat', 'beanie'] },
  },
  imported_orders: {
    row: (_tx, user_id) => ({
      ...{ user_id, source: 'other', number: randomUUID(), ordered_at: '2025-01-01' },
      ...{ paid: true, currency: 'USD', total: 1 },
    }),
  },
  redirects: { row: () => ({ from_path: `/${randomUUID()}`, to_address: '/shop' }) },
  custom_fields: { row: () => customField() },
  custom_values: {
    key: 'field_id',
    row: async (tx) => ({
      ...{ field_id: await add(tx, 'custom_fields', customField()), value: 'Old' },
      product_id: await addProduct(tx),
    }),
  },
  missing_pages: { row: () => ({ path: `/${randomUUID()}`, visits: 1 }) },
  product_variants: {
    row: (_tx, _user, { product }) => ({
      ...{ product_id: product, size: randomUUID(), number: 7, sku: randomUUID().toUpperCase() },
    }),
  },
  shop_settings: { key: 'name', rows: () => ['running_low', 'hold_minutes'], update: { value: 9 } },
  mail_texts: {
    key: 'kind',
    rows: () => ['order_paid', 'order_placed'],
    update: { subject: 'Hello' },
  },
  mail_outbox: {
    row: () => ({
      ...{ kind: 'message_answered', record_id: randomUUID(), recipient: 'lena@example.com' },
    }),
  },
  ...saleTrials,
  stock_movements: {
    row: async (tx, _user, { product }) => ({
      ...{ variant_id: await variantOf(tx, product), quantity: 5, reason: 'received' },
    }),
    insert: () => ({ reason: 'received' }),
    update: { note: 'Changed' },
  },
  opening_requests: { row: (_tx, user) => ({ email: `${user}@test.example` }) },
  stock_requests: {
    row: async (tx, user, { product }) => ({
      ...{ variant_id: await variantOf(tx, product), email: `${user}@test.example` },
    }),
  },
  reviews: {
    row: (_tx, user_id, { product }) => ({
      ...{ product_id: product, user_id, rating: 5, comment: 'Good' },
    }),
  },
  visitors: { row: (_tx, id) => ({ id }) },
  cart_items: {
    row: (_tx, user_id, { product }) => ({ product_id: product, user_id, quantity: 1 }),
  },
  cart_drafts: {
    row: (_tx, user_id) => ({ user_id, name: 'Autumn', lines: { toJSON: () => [{}] } }),
  },
  addresses: {
    row: (_tx, user_id) => ({
      ...{ user_id, recipient: 'Mo', address: '1 Quay', country: 'Ireland' },
    }),
  },
  wish_list_items: {
    key: 'user_id',
    row: (_tx, user_id, { product }) => ({ user_id, product_id: product }),
  },
  wish_list_links: { key: 'user_id', row: (_tx, user_id) => ({ user_id, with_name: true }) },
  cart_departures: {
    key: 'user_id',
    row: (_tx, user_id) => ({ user_id, left_at: '2026-01-01T00:00:00Z' }),
  },
  audit_log: {
    row: () => ({
      ...{ actor_role: 'database', actor: 'test', table_name: 'products', action: 'update' },
    }),
    insert: () => ({ actor: 'test' }),
    update: { actor: 'Somebody else' },
  },
  contact_messages: { row: () => ({ email: 'a@test.example', message: 'Hello' }) },
  notifications_seen: {
    key: 'administrator_id',
    row: (_tx, user, { a, administrator, otherAdministrator }) => ({
      administrator_id: user === a ? administrator : otherAdministrator,
    }),
  },
  saved_views: {
    row: (_tx, user, { a, administrator, otherAdministrator }) => ({
      administrator_id: user === a ? administrator : otherAdministrator,
      ...{ list: 'orders', name: 'Unpaid', query: 'status=Pending' },
    }),
    insert: () => ({ list: 'orders', name: 'Paid', query: 'status=Paid' }),
    update: { name: 'Changed' },
  },
  trash: { row: (_tx, user) => ({ kind: 'products', record_id: user, contents: '{}' }) },
  catalogue_changes: {
    row: () => ({ tag: 'test' }),
    insert: () => ({ tag: 'test' }),
    update: { tag: 'changed' },
  },
  rate_limits: {
    key: 'key',
    row: () => ({ key: randomUUID(), hits: 1, ends_at: '2026-01-01T00:00:00Z' }),
  },
};

/** How to try a table. */
function trialOf(table: string): Trial {
  const trial = trials[table];
  if (!trial) throw new Error(`${table} has no trial`);
  return trial;
}

export const keyOf = (table: string): string => trialOf(table).key ?? 'id';

/** Makes two rows, one for each of two people, and gives their keys. */
export async function rowsOf(tx: Tx, table: string, people: People): Promise<[string, string]> {
  const { row, rows } = trialOf(table);
  if (rows) return rows(people);
  const make = async (user: string) => {
    const made = (await row?.(tx, user, people)) ?? '';
    return typeof made === 'string' ? made : add(tx, table, made, keyOf(table));
  };
  return [await make(people.a), await make(people.b)];
}

/** What somebody may do with two rows through a door. */
export async function rightsThrough(
  door: Door,
  table: string,
  rows: readonly string[],
  people: People,
): Promise<Rights> {
  const { insert, update } = trialOf(table);
  const key = keyOf(table);
  const nothing = { [key]: null };
  const reached = async (verb: 'select' | 'update' | 'delete'): Promise<Reached> => {
    const counts: (number | null)[] = [];
    for (const id of rows) counts.push(await door(verb, table, { key, id }, update ?? nothing));
    if (counts.includes(null)) return 'denied';
    const [a, b] = counts;
    return a && b ? 'AB' : a ? 'A' : b ? 'B' : '';
  };
  const select = await reached('select');
  const inserted = await door('insert', table, { key, id: '' }, insert?.(people) ?? nothing);
  return {
    ...{ select, insert: inserted === null ? 'denied' : 'allowed' },
    ...{ update: await reached('update'), delete: await reached('delete') },
  };
}

import { randomUUID } from 'node:crypto';
import { only } from './actors.ts';
import { addCategory, addProduct } from './goods.ts';
import { each, type Trial } from './trial-people.ts';
import { companyTrials } from './company-row-trials.ts';
import { officeTrials } from './office-row-trials.ts';
import { priceTrials } from './price-row-trials.ts';
import { addOrder, orderTrials } from './order-row-trials.ts';

const sizeRows = [{ size: 'S', eu: '', uk: '', us: '', cm: ['85–90'] }];

/** How to try every table. */
export const trials: Record<string, Trial> = {
  administrators: {
    key: 'id',
    rows: async (_tx, { administrator, otherAdministrator }) => [administrator, otherAdministrator],
    insert: ({ a }) => ({ id: a }),
    update: { firstname: 'Changed' },
  },
  profiles: {
    key: 'id',
    rows: async (_tx, { a, b }) => [a, b],
    insert: ({ administrator }) => ({ id: administrator }),
    update: { firstname: 'Changed' },
  },
  customer_notes: {
    key: 'id',
    rows: each(
      'id',
      (tx, user) => tx`insert into customer_notes (user_id, note)
        values (${user}, 'Calls in the morning') returning id`,
    ),
    insert: ({ a }) => ({ user_id: a, note: 'Prefers wool' }),
    update: { note: 'Changed' },
  },
  categories: {
    key: 'id',
    rows: async (tx) => [await addCategory(tx), await addCategory(tx)],
    insert: () => ({ name: `New ${randomUUID()}` }),
    update: { image: 'categories/changed.webp' },
  },
  products: {
    key: 'id',
    rows: async (tx) => [await addProduct(tx), await addProduct(tx)],
    insert: () => ({ title: 'New', price: 5, images: ['products/new.webp'] }),
    update: { price: 6 },
  },
  product_prices: {
    key: 'product_id',
    rows: each(
      'product_id',
      async (tx) => tx`insert into product_prices (product_id, price)
        values (${await addProduct(tx)}, 5) returning product_id`,
    ),
    insert: ({ product }) => ({ product_id: product, price: 5 }),
    update: { price: 6 },
  },
  size_guides: {
    key: 'category_id',
    rows: each(
      'category_id',
      async (tx) => tx`insert into size_guides (category_id, measures, sizes)
        values (${await addCategory(tx)}, '{Chest}', ${JSON.stringify(sizeRows)}::text::jsonb) returning category_id`,
    ),
    insert: ({ category }) => ({
      category_id: category,
      measures: ['Waist'],
      sizes: { toJSON: () => sizeRows },
    }),
    update: { measures: ['Hips'] },
  },
  banners: {
    key: 'id',
    rows: each('id', (tx) => tx`insert into banners (header) values ('Old') returning id`),
    insert: () => ({ header: 'New', paragraph: 'Text' }),
    update: { header: 'Changed' },
  },
  advertisements: {
    key: 'id',
    rows: each('id', (tx) => tx`insert into advertisements (headline) values ('Old') returning id`),
    insert: () => ({ headline: 'New', link: '/shop' }),
    update: { headline: 'Changed' },
  },
  faqs: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`insert into faqs (question, answer) values ('Why?', 'So.') returning id`,
    ),
    insert: () => ({ question: 'When?', answer: 'Now.' }),
    update: { answer: 'Later.' },
  },
  search_synonyms: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`insert into search_synonyms (words) values ('{mac,raincoat}') returning id`,
    ),
    insert: () => ({ words: ['cap', 'hat'] }),
    update: { words: ['cap', 'hat', 'beanie'] },
  },
  product_variants: {
    key: 'id',
    rows: each(
      'id',
      (tx, _user, { product }) => tx`
        insert into product_variants (product_id, size, number, sku)
        values (${product}, ${randomUUID()}, 7, ${randomUUID().toUpperCase()}) returning id`,
    ),
    insert: ({ product }) => ({ product_id: product, size: 'M', number: 7, sku: 'HM7-M' }),
    update: { price_delta: 5 },
  },
  ...officeTrials,
  ...companyTrials,
  ...priceTrials,
  ...orderTrials,
  stock_movements: {
    key: 'id',
    rows: each('id', async (tx, _user, { product }) => {
      const { id } = only(
        await tx<{ id: string }[]>`select id from product_variants where product_id = ${product}`,
      );
      return tx`insert into stock_movements (variant_id, quantity, reason)
        values (${id}, 5, 'received') returning id`;
    }),
    insert: () => ({ variant_id: randomUUID(), quantity: 5, reason: 'received' }),
    update: { note: 'Changed' },
  },
  stock_holds: {
    key: 'order_id',
    rows: each('order_id', async (tx, user, { product }) => {
      const { id } = only(await addOrder(tx, user));
      return tx`insert into stock_holds (order_id, variant_id, quantity)
        select ${id}, v.id, 1 from product_variants v where v.product_id = ${product}
        returning order_id`;
    }),
    insert: () => ({ order_id: randomUUID(), variant_id: randomUUID(), quantity: 1 }),
    update: { quantity: 2 },
  },
  stock_requests: {
    key: 'id',
    rows: each(
      'id',
      (tx, user, { product }) => tx`insert into stock_requests (variant_id, email)
        select id, ${`${user}@test.example`} from product_variants where product_id = ${product} returning id`,
    ),
    insert: () => ({ variant_id: randomUUID(), email: 'a@test.example' }),
    update: { email: 'b@test.example' },
  },
  reviews: {
    key: 'id',
    rows: each(
      'id',
      (tx, user, { product }) => tx`insert into reviews (product_id, user_id, rating, comment)
        values (${product}, ${user}, 5, 'Good') returning id`,
    ),
    insert: ({ product }) => ({ product_id: product, rating: 4, comment: 'Fine' }),
    update: { rating: 1 },
  },
  cart_items: {
    key: 'id',
    rows: each(
      'id',
      (tx, user, { product }) => tx`insert into cart_items (product_id, user_id, quantity)
        values (${product}, ${user}, 1) returning id`,
    ),
    insert: ({ product }) => ({ product_id: product, quantity: 1, size: 'M' }),
    update: { quantity: 2 },
  },
  cart_drafts: {
    key: 'id',
    rows: each(
      'id',
      (tx, user) => tx`insert into cart_drafts (user_id, name, lines)
        values (${user}, 'Autumn', '[{}]') returning id`,
    ),
    insert: () => ({ name: 'Spring', lines: '[{}]' }),
    update: { name: 'Winter' },
  },
  cart_departures: {
    key: 'user_id',
    rows: each(
      'user_id',
      (tx, user) => tx`insert into cart_departures (user_id, left_at)
        values (${user}, now()) returning user_id`,
    ),
    insert: ({ a }) => ({ user_id: a, left_at: '2026-01-01T00:00:00Z' }),
    update: { left_at: '2026-01-01T00:00:00Z' },
  },
  audit_log: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`insert into audit_log (actor_role, actor, table_name, action)
        values ('database', 'test', 'products', 'update') returning id::text`,
    ),
    insert: () => ({
      ...{ actor_role: 'database', actor: 'test', table_name: 'products', action: 'update' },
    }),
    update: { actor: 'Somebody else' },
  },
  contact_messages: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`insert into contact_messages (email, message)
        values ('a@test.example', 'Hello') returning id`,
    ),
    insert: () => ({ firstname: 'Ida', lastname: 'B', email: 'a@test.example', message: 'Hello' }),
    update: { read_at: '2026-01-01T00:00:00Z' },
  },
  notifications_seen: {
    key: 'administrator_id',
    rows: async (tx, { administrator, otherAdministrator }) => {
      await tx`insert into notifications_seen (administrator_id)
        values (${administrator}), (${otherAdministrator})`;
      return [administrator, otherAdministrator];
    },
    insert: ({ administrator }) => ({ administrator_id: administrator }),
    update: { seen_at: '2026-01-01T00:00:00Z' },
  },
  saved_views: {
    key: 'id',
    rows: async (tx, { administrator, otherAdministrator }) => {
      const [own, other] = await tx<{ id: string }[]>`
        insert into saved_views (administrator_id, list, name, query)
        values (${administrator}, 'orders', 'Unpaid', 'status=Pending'),
          (${otherAdministrator}, 'orders', 'Unpaid', 'status=Pending') returning id`;
      return [own?.id ?? '', other?.id ?? ''];
    },
    insert: () => ({ list: 'orders', name: 'Paid', query: 'status=Paid' }),
    update: { name: 'Changed' },
  },
  trash: {
    key: 'id',
    rows: each(
      'id',
      (tx, user) => tx`insert into trash (kind, record_id, contents)
        values ('products', ${user}, '{}') returning id`,
    ),
    insert: ({ product }) => ({ kind: 'products', record_id: product, contents: '{}' }),
    update: { label: 'Changed' },
  },
  catalogue_changes: {
    key: 'id',
    rows: each('id', (tx) => tx`insert into catalogue_changes (tag) values ('test') returning id`),
    insert: () => ({ tag: 'test' }),
    update: { tag: 'changed' },
  },
  rate_limits: {
    key: 'key',
    rows: each(
      'key',
      (tx) => tx`insert into rate_limits (key, hits, ends_at)
        values (${randomUUID()}, 1, now()) returning key`,
    ),
    insert: () => ({ key: randomUUID(), hits: 1, ends_at: '2026-01-01T00:00:00Z' }),
    update: { hits: 0 },
  },
};

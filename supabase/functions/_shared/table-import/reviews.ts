import { leftOut, type TableKind } from './recognise.ts';

const reviewFields = {
  handle: 'Product: handle',
  sku: 'Product: SKU',
  product: 'Product: title',
  rating: 'Rating, 1 to 5',
  title: 'Title',
  body: 'Review',
  name: 'Name',
  email: 'Email',
  date: 'Date',
  state: 'Whether it is published',
} as const;
type Field = keyof typeof reviewFields;

/** Files of reviews of Judge.me, of Shopify Product Reviews, and of plugins of WooCommerce. */
export const reviewTable: TableKind<Field, 'judgeme' | 'shopify' | 'woocommerce'> = {
  fields: reviewFields,
  formats: {
    judgeme: {
      headings: {
        ...{ title: 'title', body: 'body', rating: 'rating', 'review date': 'date' },
        ...{ 'reviewer name': 'name', 'reviewer email': 'email', 'product handle': 'handle' },
        ...{ curated: 'state', ...leftOut('Source', 'Product id', 'Reply', 'Reply date') },
        ...leftOut('Picture URLs', 'IP address', 'Location', 'Metaobject handle', 'Product title'),
      },
      signs: [['reviewer name', 'reviewer email'], ['review date']],
      leftOut: /^cf answers/,
    },
    shopify: {
      headings: {
        ...{ 'product handle': 'handle', state: 'state', rating: 'rating', title: 'title' },
        ...{ author: 'name', email: 'email', body: 'body', 'created at': 'date' },
        ...leftOut('Location', 'Reply', 'Replied at'),
      },
      signs: [['product handle'], ['state'], ['author']],
    },
    woocommerce: {
      headings: {
        ...{ 'product sku': 'sku', sku: 'sku', 'comment author': 'name', rating: 'rating' },
        ...{ 'comment author email': 'email', 'comment date': 'date', 'comment content': 'body' },
        ...{ 'comment approved': 'state', 'product title': 'product', title: 'title' },
        ...leftOut('Comment ID', 'Comment post ID', 'Comment author URL', 'Comment author IP'),
        ...leftOut('Comment date gmt', 'Comment karma', 'Comment agent', 'Comment type'),
        ...leftOut('Comment parent', 'User ID', 'Verified', 'Product ID', 'Comment alter id'),
      },
      signs: [['comment content'], ['comment author'], ['rating']],
      leftOut: /^meta:/,
    },
  },
  labels: {
    ...{ judgeme: 'Judge.me', shopify: 'Shopify Product Reviews', woocommerce: 'WooCommerce' },
    unknown: 'a table that is not known',
  },
  names: {
    ...{ 'product handle': 'handle', handle: 'handle', slug: 'handle', sku: 'sku' },
    ...{ 'product sku': 'sku', 'product title': 'product', product: 'product', stars: 'rating' },
    ...{ rating: 'rating', score: 'rating', bewertung: 'rating', comment: 'body', text: 'body' },
    ...{ content: 'body', body: 'body', headline: 'title', author: 'name', reviewer: 'name' },
    ...{ 'reviewer name': 'name', 'customer name': 'name', 'reviewer email': 'email' },
    ...{ created: 'date', 'created at': 'date', 'review date': 'date', datum: 'date' },
    ...{ status: 'state', state: 'state', published: 'state' },
  },
};

import { leftOut, type TableKind } from './recognise.ts';

const redirectFields = {
  from: 'From',
  to: 'To',
  pattern: 'Whether From is a pattern',
} as const;
type Field = keyof typeof redirectFields;

/** Files of redirects of this shop, Shopify and the WordPress plugin Redirection. */
export const redirectTable: TableKind<Field, 'own' | 'shopify' | 'redirection'> = {
  fields: redirectFields,
  formats: {
    own: {
      headings: { from: 'from', to: 'to', ...leftOut('Source') },
      signs: [['from'], ['to']],
    },
    shopify: {
      headings: { 'redirect from': 'from', 'redirect to': 'to' },
      signs: [['redirect from'], ['redirect to']],
    },
    redirection: {
      headings: {
        ...{ source: 'from', target: 'to', regex: 'pattern' },
        ...leftOut('code', 'type', 'match', 'hits', 'title', 'status', 'last access'),
      },
      signs: [['source'], ['target']],
    },
  },
  labels: {
    ...{ own: 'this shop', shopify: 'Shopify', redirection: 'the plugin Redirection' },
    unknown: 'a table that is not known',
  },
  names: {
    ...{ 'old url': 'from', 'old address': 'from', 'old path': 'from', path: 'from' },
    ...{ 'new url': 'to', 'new address': 'to', 'new path': 'to', target: 'to', source: 'from' },
  },
};

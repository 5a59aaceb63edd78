import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { forgotPasswordInput, loginInput } from '#shared/schemas/auth.ts';
import { contactInput } from '#shared/schemas/contact.ts';
import { registerInput } from '#shared/schemas/users.ts';
import { routeTable } from '../../../src/routes.ts';
import { refusesEmpty } from '../../../src/ui/required.ts';
import { good } from '../../api/client.ts';
import { demoGarment } from '../../support/customers.ts';
import { htmlFaults } from '../../support/html.ts';
import { stack } from '../../support/stack.ts';

interface SentPage {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** Addresses at which there is nothing. */
const nothing = [
  '/nowhere',
  '/product/7e57ab1e-0000-4000-8000-000000000000/-',
  '/product/no-id/-',
  '/category/7e57ab1e-0000-4000-8000-000000000000',
  '/order/no-link',
  '/wish-list/no-link',
  '/cart/add',
  '/pages/no-page',
];

const pages: SentPage[] = [];

/** Every page of the site as its server sends it, before any script. */
beforeAll(async () => {
  const garment = await demoGarment();
  const category = garment.category?._id ?? '';
  const paths = routeTable.map(({ path, name }) =>
    path.replaceAll(
      '{}',
      {
        ProductCategory: category,
        LinkedOrder: 'no-link',
        SharedWishList: 'no-link',
        Page: 'no-page',
      }[name] ?? garment._id,
    ),
  );
  const more = ['/search-results?q=linen', '/search-results?q=zzzzqq', '/shop?sort=latest'];
  for (const path of new Set([...paths, ...more, ...nothing])) {
    const response = await fetch(stack().siteUrl + path);
    const { status, headers } = response;
    pages.push({ path, status, headers, html: await response.text() });
  }
});

/** `path: what is wrong` for every page that a rule does not hold for. */
const failing = (rule: (page: SentPage) => string | false | undefined) =>
  pages.flatMap((page) => {
    const said = rule(page);
    return said ? [`${page.path}: ${said}`] : [];
  });

const securityHeaders = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\)/,
  'content-type': /^text\/html; ?charset=utf-8$/i,
} as const;

const policy = [
  ...["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"],
  ...["connect-src 'self'", "frame-ancestors 'none'"],
];

test('a search that finds nothing has neither filters nor an order', async () => {
  const columns = await Promise.all(
    ['linen', 'zzzzqq', 'zzzzqq&size=M'].map(async (q) => {
      const page = await fetch(`${stack().siteUrl}/search-results?q=${q}`);
      return /id="filters"|name="sort"/.test(await page.text());
    }),
  );
  expect(columns).toEqual([true, false, true]);
});

describe('Every page', () => {
  test('is valid HTML', async () => {
    const faults = await Promise.all(pages.map(({ path, html }) => htmlFaults(path, html)));
    expect(faults.flat()).toEqual([]);
  });

  test('answers with the status that fits', () => {
    expect(
      failing(({ path, status }) => status !== (nothing.includes(path) ? 404 : 200) && `${status}`),
    ).toEqual([]);
  });

  test('carries the security headers', () => {
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(
        failing(({ headers, path }) => {
          const sent = headers.get(name) ?? 'missing';
          // The address of an order or a shared list is told to nobody.
          const isSecret = name === 'referrer-policy' && /^\/(order|wish-list)\//.test(path);
          return !(isSecret ? /^no-referrer$/ : value).test(sent) && `${name} is ${sent}`;
        }),
      ).toEqual([]);
    }
  });

  test('lets no script run but its own', () => {
    expect(
      failing(({ headers, html }) => {
        const rules = (headers.get('content-security-policy') ?? '').split(/;\s*/);
        const missing = policy.filter((it) => !rules.includes(it));
        if (missing.length > 0) return `policy without ${missing.join(', ')}`;
        const scripts = rules.find((it) => it.startsWith('script-src ')) ?? '';
        if (!/^script-src 'self'( 'sha256-|$)/.test(scripts)) return `policy with ${scripts}`;
        if (!/style-src [^;]*'sha256-/.test(rules.join(';'))) return 'policy without hashes';
        if (/unsafe|https?:|\*/.test(scripts)) return scripts;
        const inline = / on[a-z]+="|javascript:/.exec(html)?.[0];
        return inline && `inline script ${inline}`;
      }),
    ).toEqual([]);
  });

  test('asks no other server for anything', () => {
    const { siteUrl } = stack();
    const loads =
      /<(?:script|img|iframe|source|link(?! rel="canonical"))\b[^>]*?(?:src|href)="((?:https?:)?\/\/[^"]*)"/g;
    expect(
      failing(({ html }) =>
        [...html.matchAll(loads)]
          .map(([, url = '']) => url)
          .find((url) => !url.startsWith(siteUrl)),
      ),
    ).toEqual([]);
  });

  test('says of each field of its form whether it must be filled in', () => {
    const schemas: Readonly<Record<string, z.ZodType>> = {
      ...{ '/login': loginInput, '/register': registerInput, '/contact': contactInput },
      ...{ '/forgot-password': forgotPasswordInput, '/admin/login': loginInput },
    };
    for (const [path, schema] of Object.entries(schemas)) {
      const html = pages.find((it) => it.path === path)?.html ?? '';
      const fields = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*? name="(\w+)"[^>]*>/g)]
        .map(([field, name = '']) => ({ name, isRequired: / required\b/.test(field) }))
        .filter(({ name }) => !['q', 'remember', 'confirmPassword'].includes(name));
      expect(fields.length, path).toBeGreaterThan(0);
      expect([path, fields]).toEqual([
        path,
        fields.map(({ name }) => ({ name, isRequired: refusesEmpty(schema, {}, name) })),
      ]);
    }
  });

  test('has a title of its own, and hides from search engines what is not for them', () => {
    const titles = new Map<string, string>();
    expect(
      failing(({ path, status, html }) => {
        const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
        if (!title) return 'no title';
        const hidden = html.includes('<meta name="robots" content="noindex"');
        const own =
          /^\/(user|admin|checkout|login|register|(forgot|reset)-password|email-changed|search|wish-list|wholesale\/join|order\/.*\/invoice)/.test(
            path,
          );
        if (hidden !== (own || status === 404)) return hidden ? 'hidden' : 'not hidden';
        if (hidden) return;
        if (!html.includes('<link rel="canonical"')) return 'no canonical address';
        if (!html.includes('property="og:image"')) return 'no picture for sharing';
        const type = path.startsWith('/product/') ? 'product' : 'website';
        if (!html.includes(`property="og:type" content="${type}"`)) return 'no type for sharing';
        if (path.includes('?')) return;
        const other = titles.get(title);
        titles.set(title, path);
        return other && `has the title of ${other}`;
      }),
    ).toEqual([]);
  });

  test('of the shop leads to every category', async () => {
    const { categories } = await good('GET', '/categories/all');
    expect(categories.length).toBeGreaterThan(1);
    expect(
      failing(({ path, html }) => {
        return (
          !path.startsWith('/admin') &&
          categories.some(({ _id }) => !html.includes(`href="/category/${_id}"`)) &&
          'a category is missing'
        );
      }),
    ).toEqual([]);
  });
});

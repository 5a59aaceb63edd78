import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as ads from '../../../src/api/admin-ads.ts';
import * as banners from '../../../src/api/admin-banners.ts';
import * as categories from '../../../src/api/admin-categories.ts';
import * as dashboard from '../../../src/api/admin-dashboard.ts';
import * as faqs from '../../../src/api/admin-faqs.ts';
import * as pages from '../../../src/api/admin-pages.ts';
import * as customFields from '../../../src/api/admin-custom-fields.ts';
import * as redirects from '../../../src/api/admin-redirects.ts';
import * as synonyms from '../../../src/api/admin-synonyms.ts';
import * as vouchers from '../../../src/api/admin-vouchers.ts';
import * as contactMessages from '../../../src/api/admin-messages.ts';
import * as adminOrders from '../../../src/api/admin-orders.ts';
import * as products from '../../../src/api/admin-products.ts';
import * as search from '../../../src/api/admin-search.ts';
import * as adminUsers from '../../../src/api/admin-users.ts';
import * as auth from '../../../src/api/auth.ts';
import type { Resource } from '../../../src/api/client.ts';
import * as addresses from '../../../src/api/addresses.ts';
import * as cart from '../../../src/api/cart.ts';
import * as cartPrice from '../../../src/api/cart-price.ts';
import * as contact from '../../../src/api/contact.ts';
import * as orders from '../../../src/api/orders.ts';
import * as ownData from '../../../src/api/own-data.ts';
import * as reviews from '../../../src/api/reviews.ts';
import * as trash from '../../../src/api/trash.ts';
import * as users from '../../../src/api/users.ts';
import { calls } from '../../../supabase/functions/api/calls.ts';
import { stubBrowser } from './browser-globals.ts';
import { RequestOfOld } from './request-of-old.ts';

const modules = {
  ...{ ads, banners, categories, dashboard, faqs, redirects, synonyms, vouchers, contactMessages },
  ...{ adminOrders, products, search, adminUsers, auth, cart, contact, orders, ownData },
  ...{ reviews, trash, users, addresses, cartPrice, pages, customFields },
};

/** Every function of the client that asks the API; each takes any arguments of its kinds. */
const asks = Object.entries(modules).flatMap(([module, its]) =>
  Object.entries(its as Record<string, unknown>)
    .filter((it): it is [string, (...given: unknown[]) => unknown] => typeof it[1] === 'function')
    // Sent while the page goes away: nobody is there for the answer.
    .filter(([name]) => name !== 'leaveCart')
    .map(([name, ask]) => [`${module}.${name}`, ask] as const),
);

/** Arguments that are not texts. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  'dashboard.sales': [{ from: '2026-01-01', to: '2026-01-02' }],
  'orders.fetchUserOrders': [],
  'products.createProduct': [new FormData(), () => undefined],
  'products.addProductImage': ['id', new FormData()],
  'customFields.customValues': ['product', 'id'],
  'customFields.saveCustomValues': ['product', 'id', {}],
};
const texts = ['one', 'two', 'three'];

/** What is read is described first, and asked for by whoever shows it. */
const isResource = (it: unknown): it is Resource<object> =>
  typeof it === 'object' && it !== null && 'fetch' in it;

const json = 'application/json';

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The least that fits a schema. */
function sampleOf(schema: Json): unknown {
  const { type, properties = {}, required = [], anyOf, enum: words, const: only } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Json);
  if (type === 'array') return [];
  if (type === 'object') {
    return Object.fromEntries(
      (required as string[]).map((it) => [
        it,
        sampleOf((properties as Record<string, Json>)[it] ?? {}),
      ]),
    );
  }
  return { string: 'text', number: 1, integer: 1, boolean: true, null: null }[String(type)] ?? {};
}

const answers = new Map<string, Sent>();

/** What the API answers at least, as its own description says; found by method and path. */
function rightAnswer(method: string, url: string): Sent {
  const path = url.replace(/^\/api\/v1/, '').replace(/\?.*/, '');
  const known = answers.get(`${method} ${path}`);
  if (known) return known;
  const fits = calls.filter(
    (it) => it.method === method && new RegExp(`^${it.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  // A path of words goes before one with an id in it.
  const [call] = fits.sort((a, b) => a.path.split(':').length - b.path.split(':').length);
  if (!call) throw new Error(`There is no call ${method} ${path}`);
  const sampled = () =>
    z.toJSONSchema(call.reply, { io: 'output', unrepresentable: 'any' }) as Json;
  const right = call.file
    ? { status: 200, type: `${call.file}; charset=utf-8`, body: 'id,title\r\n' }
    : { status: call.status ?? 200, type: json, body: JSON.stringify(sampleOf(sampled())) };
  answers.set(`${method} ${path}`, right);
  return right;
}

/** The same names, and nothing under them. */
function ofOtherKinds({ status, type, body }: Sent): Sent {
  if (type !== json) return { status, type: json, body: '{}' };
  const names = Object.keys(JSON.parse(body) as object);
  return { status, type, body: JSON.stringify(Object.fromEntries(names.map((it) => [it, null]))) };
}

const portal = '<!doctype html><title>Welcome to the train’s Wi-Fi</title>';
const html = 'text/html; charset=utf-8';
const instead: readonly (readonly [string, Sent | 'other kinds'])[] = [
  ['the page of a captive portal', { status: 200, type: html, body: portal }],
  ['such a page that calls itself JSON', { status: 201, type: json, body: portal }],
  ['nothing', { status: 200, type: json, body: '' }],
  ['204', { status: 204, type: json, body: '' }],
  ['205', { status: 205, type: json, body: '' }],
  ['half of the JSON', { status: 200, type: json, body: '{"message":"Saved","un' }],
  ['null', { status: 200, type: json, body: 'null' }],
  ['a list', { status: 200, type: json, body: '[]' }],
  ['a text', { status: 200, type: json, body: '"ok"' }],
  ['JSON of somebody else', { status: 200, type: json, body: '{"status":"ok","login":"/portal"}' }],
  ['fields of other kinds', 'other kinds'],
];

/** Null: as the API answers. */
let answer: Sent | 'other kinds' | null;

beforeEach(() => {
  stubBrowser(new Map([['userToken', 'token']]).set('adminToken', 'token'));
  vi.stubGlobal('XMLHttpRequest', RequestOfOld);
  vi.stubGlobal('fetch', async (asked: Request | string, init?: RequestInit) => {
    const { method, url } =
      typeof asked === 'string' ? { method: init?.method, url: asked } : asked;
    const { pathname, search: query } = new URL(url, 'http://hemline.example');
    const right = rightAnswer(method ?? 'GET', pathname + query);
    const { status, type, body } =
      answer === 'other kinds' ? ofOtherKinds(right) : (answer ?? right);
    const headers = { 'content-type': type };
    return new Response(status === 204 || status === 205 ? null : body, { status, headers });
  });
});

afterEach(() => vi.unstubAllGlobals());

test.each(asks)(
  '%s takes what the API answers, and nothing else for a success',
  async (name, ask) => {
    const reply = () => {
      const asked: unknown = ask(...(given[name] ?? texts));
      return isResource(asked) ? asked.fetch() : asked;
    };
    answer = null;
    expect(await reply()).toMatchObject({ ok: true });
    for (const [what, sent] of instead) {
      answer = sent;
      expect([what, await reply()]).toMatchObject([what, { ok: false, status: 0, issues: [] }]);
    }
  },
);

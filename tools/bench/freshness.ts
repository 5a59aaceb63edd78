import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentOf } from '#shared/domain/rich-text.ts';
import { root } from '../../scripts/settings.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** An API request as the administrator; throws unless it succeeds. */
export type Ask = (method: string, path: string, body?: object | FormData) => Promise<unknown>;

/** Instances of the site, and the API of the first. */
interface Place {
  readonly urls: readonly string[];
  readonly ask: Ask;
}

/** Signs the demo shop's administrator in through the site. */
export async function administrator(url: string): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const login = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  token = ((await ask('POST', '/auth/login', login)) as { authToken: string }).authToken;
  return ask;
}

/** What a page shows after a change, or no longer. */
interface Shown {
  readonly page: string;
  readonly text: string;
  readonly isGone?: boolean;
}

/** Changes one thing three times, and puts back what was before. */
type Kind = (ask: Ask, mark: string) => AsyncGenerator<Shown>;

interface RecordKind {
  /** The page that shows it. */
  readonly page: (created: { _id: string; slug?: string }) => string;
  readonly list: string;
  /** Where the answers have it. */
  readonly name: string;
  /** The fields of a record with a text, to create and to update it. */
  readonly fields: (text: string) => object;
  readonly onUpdate?: (text: string) => object;
  readonly asForm?: boolean;
}

/** A record is created, updated and deleted. */
const record = ({ page, list, name, fields, onUpdate = fields, asForm }: RecordKind): Kind =>
  async function* (ask, mark) {
    const [text, another] = [`Capes ${mark} one`, `Capes ${mark} two`];
    let body: object = fields(text);
    if (asForm) {
      const form = new FormData();
      for (const [field, value] of Object.entries(body)) form.set(field, String(value));
      if (name === 'product') form.set('categoryId', await anyCategory(ask));
      body = form;
    }
    const answer = await ask('POST', `${list}/create`, body);
    const created = (answer as Record<string, { _id: string }>)[name] ?? { _id: '' };
    const path = page(created);
    yield { page: path, text };
    await ask('PUT', `${list}/update/${created._id}`, onUpdate(another));
    yield { page: path, text: another };
    await ask('DELETE', `${list}/delete/${created._id}`);
    yield { page: path, text: another, isGone: true };
  };

/** A setting of the shop is set to two values and back. */
const setting = (
  set: (ask: Ask, value: string | null) => Promise<string>,
  values: readonly [string, string],
): Kind =>
  async function* (ask) {
    let text = '';
    try {
      for (const value of values) {
        text = await set(ask, value);
        yield { page: '/faqs', text };
      }
    } finally {
      await set(ask, null);
    }
    yield { page: '/faqs', text, isGone: true };
  };

/** What administrators change, and where it is shown; the shop has the colors, logo and menus of the design before. */
export const kinds: Readonly<Record<string, Kind>> = {
  product: record({
    page: ({ _id }) => `/product/${_id}/-`,
    ...{ list: '/products', name: 'product', asForm: true },
    fields: (title) => ({ title, price: '20', availability: 'InStock', description: 'A cape' }),
  }),
  category: record({
    page: () => '/',
    ...{ list: '/categories', name: 'category' },
    fields: (name) => ({ name }),
  }),
  banner: record({
    page: () => '/',
    ...{ list: '/banner', name: 'banner', asForm: true },
    fields: (header) => ({ header, paragraph: 'Felted and brushed.' }),
  }),
  ad: record({
    page: () => '/',
    ...{ list: '/ads', name: 'ad', asForm: true },
    fields: (headline) => ({ headline }),
  }),
  faq: record({
    page: () => '/faqs',
    ...{ list: '/faqs', name: 'faq' },
    fields: (question) => ({ question, answer: 'Only if it is washed hot.' }),
  }),
  page: record({
    page: ({ slug }) => `/pages/${slug}`,
    ...{ list: '/pages', name: 'page' },
    fields: (title) => ({
      ...{ title, published: true, body: documentOf(title) },
      slug: title.toLowerCase().replaceAll(' ', '-'),
    }),
    onUpdate: (title) => ({ title, version: 1 }),
  }),
  color: setting(
    async (ask, accent) => {
      await ask('PUT', '/shop/details', { accent: accent ?? '' });
      return `--shop-accent:${accent}`;
    },
    ['#5b1f3a', '#3a1f5b'],
  ),
  menu: setting(
    async (ask, label) => {
      const header = [{ label, href: '/shop' }];
      await ask('PUT', '/shop/menus', { menus: label === null ? null : { header, footer: [] } });
      return `>${label}</a>`;
    },
    ['Capes of spring', 'Capes of fall'],
  ),
  logo: setting(
    async (ask, name) => {
      if (name === null) await ask('DELETE', '/shop/logo/light');
      else await ask('POST', '/shop/logo', await logoForm());
      const { logo } = (await ask('GET', '/shop/details')) as { logo: string };
      return logo.split('/').at(-1) ?? '';
    },
    ['first', 'second'],
  ),
};

async function logoForm(): Promise<FormData> {
  const picture = await readFile(join(root, 'src/assets/built-in/linen.webp'));
  const form = new FormData();
  form.set('scheme', 'light');
  form.set('image', new File([picture], 'logo.webp', { type: 'image/webp' }));
  return form;
}

/** Milliseconds until a page shows a text, or no longer shows it. */
async function until(url: string, { text, isGone = false }: Shown): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const html = await (await fetch(url)).text();
    const elapsedMs = performance.now() - startedAt;
    if (html.includes(text) !== isGone) return elapsedMs;
    if (elapsedMs > 30_000)
      throw new Error(`${url}: ${text} is ${isGone ? 'still' : 'still not'} there`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Makes the changes of a kind at the first site. Returns the milliseconds until each was visible at all of them. */
export async function seen({ urls, ask }: Place, name: string): Promise<number[]> {
  const kind = kinds[name];
  if (!kind) throw new Error(`There is no ${name}`);
  const times: number[] = [];
  for await (const shown of kind(ask, crypto.randomUUID().slice(0, 8))) {
    const each = await Promise.all(urls.map((url) => until(url + shown.page, shown)));
    times.push(Math.max(...each));
  }
  return times;
}

async function anyCategory(ask: Ask): Promise<string> {
  const { categories } = (await ask('GET', '/categories/all')) as { categories: { _id: string }[] };
  return categories[0]?._id ?? '';
}

/** The target for the delay of a change, in milliseconds. */
const maxMs = 2000;

/** Measures the longest delay until a change is visible at two instances of the site, for each kind. */
export async function measureFreshness(shop: Shop, rounds: number): Promise<Row[]> {
  const second = await shop.startSecondSite();
  try {
    const place = { urls: [shop.url, second.url], ask: await administrator(shop.url) };
    const rows: Row[] = [];
    for (const name of Object.keys(kinds)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(...(await seen(place, name)));
      const longest = Math.max(...times);
      rows.push({
        what: `A changed ${name} in the shop, at two instances of the site, at the longest of ${times.length}`,
        value: `${(longest / 1000).toFixed(2)} s`,
        passed: longest <= maxMs,
      });
    }
    return rows;
  } finally {
    await second.stop();
  }
}

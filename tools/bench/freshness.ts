import type { Row } from './table.ts';

/** An API request as the administrator; throws unless it succeeds. */
export type Ask = (method: string, path: string, body?: object | FormData) => Promise<unknown>;

/** A site's address, and its API. */
interface Place {
  readonly url: string;
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

interface Kind {
  /** The page that shows it. */
  readonly page: (id: string) => string;
  readonly list: string;
  /** The fields of a record with a text, for creating and updating it. */
  readonly fields: (text: string) => Readonly<Record<string, string>>;
  readonly asForm?: boolean;
}

/** What administrators change, and where it is shown. */
export const kinds: Readonly<Record<string, Kind>> = {
  product: {
    page: (id) => `/product/${id}/-`,
    list: '/products',
    fields: (title) => ({ title, price: '20', availability: 'InStock', description: 'A cape' }),
    asForm: true,
  },
  category: { page: () => '/', list: '/categories', fields: (name) => ({ name }) },
  banner: {
    page: () => '/',
    list: '/banner',
    fields: (header) => ({ header, paragraph: 'Felted and brushed.' }),
    asForm: true,
  },
  ad: { page: () => '/', list: '/ads', fields: (headline) => ({ headline }), asForm: true },
  faq: {
    page: () => '/faqs',
    list: '/faqs',
    fields: (question) => ({ question, answer: 'Only if it is washed hot.' }),
  },
};

/** Milliseconds until a page shows a text, or no longer shows it. */
async function until(url: string, text: string, shown: boolean): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const html = await (await fetch(url)).text();
    const elapsedMs = performance.now() - startedAt;
    if (html.includes(text) === shown) return elapsedMs;
    if (elapsedMs > 30_000)
      throw new Error(`${url}: ${text} is ${shown ? 'still not' : 'still'} there`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Creates, updates and deletes a record. Returns the milliseconds until each change was visible. */
export async function seen({ url, ask }: Place, name: string): Promise<number[]> {
  const kind = kinds[name];
  if (!kind) throw new Error(`There is no ${name}`);
  const mark = crypto.randomUUID().slice(0, 8);
  const [text, another] = [`Capes ${mark} one`, `Capes ${mark} two`];
  const values = kind.fields(text);
  let body: object = values;
  if (kind.asForm) {
    const form = new FormData();
    for (const [field, value] of Object.entries(values)) form.set(field, value);
    if (name === 'product') form.set('categoryId', await anyCategory(ask));
    body = form;
  }
  const created = await ask('POST', `${kind.list}/create`, body);
  const id = (created as Record<string, { _id: string }>)[name]?._id ?? '';
  const page = url + kind.page(id);
  const times = [await until(page, text, true)];
  await ask('PUT', `${kind.list}/update/${id}`, kind.fields(another));
  times.push(await until(page, another, true));
  await ask('DELETE', `${kind.list}/delete/${id}`);
  times.push(await until(page, another, false));
  return times;
}

async function anyCategory(ask: Ask): Promise<string> {
  const { categories } = (await ask('GET', '/categories/all')) as { categories: { _id: string }[] };
  return categories[0]?._id ?? '';
}

/** The target for the delay of a change, in milliseconds. */
const maxMs = 2000;

/** Measures the longest delay until a change is visible, for each kind. */
export async function measureFreshness(url: string, rounds: number): Promise<Row[]> {
  const place = { url, ask: await administrator(url) };
  const rows: Row[] = [];
  for (const name of Object.keys(kinds)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(...(await seen(place, name)));
    const longest = Math.max(...times);
    rows.push({
      what: `A changed ${name} in the shop, at the longest of ${times.length}`,
      value: `${(longest / 1000).toFixed(2)} s`,
      passed: longest <= maxMs,
    });
  }
  return rows;
}

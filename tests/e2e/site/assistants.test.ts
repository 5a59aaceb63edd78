import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { good } from '../../api/client.ts';
import { stack } from '../../support/stack.ts';

const address = () => new URL('/mcp', stack().siteUrl);

/** A client of the official SDK, of the protocol of today or of last year's. */
async function connect(mode: 'auto' | 'legacy' = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address()));
  return client;
}

interface Item {
  readonly sku: string;
  readonly problem: string;
}
interface Answer {
  readonly products: { readonly id: string; readonly title: string; readonly page: string }[];
  readonly variants: { readonly sku: string; readonly stock: string; readonly price: number }[];
  readonly items: Item[];
  readonly goods: number;
  readonly delivery: { readonly totalPrice: number; readonly country: string } | null;
  readonly link: string;
}

async function use(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  expect(isError).not.toBe(true);
  return structuredContent as unknown as Answer;
}

const refusalOf = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  return content;
};

const said = (text: string) => [{ type: 'text', text }];

describe.each(['auto', 'legacy'] as const)('an assistant (%s)', (mode) => {
  test('finds a product, asks what it costs to send, and gets a link to a cart', async () => {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    const names = ['search_products', 'get_product', 'get_availability', 'get_delivery_cost'];
    expect(tools.map((it) => it.name)).toEqual([...names, 'create_cart_link']);
    expect(tools.every((it) => it.annotations?.readOnlyHint)).toBe(true);
    const { products } = await use(client, 'search_products', { q: 'linen shirt', limit: 1 });
    expect(products).toHaveLength(1);
    const [{ id = '', title = '', page = '' } = {}] = products;
    expect((await fetch(page)).status).toBe(200);
    const { variants } = await use(client, 'get_product', { id });
    const { sku = '', price = 0 } = variants.find((it) => it.stock === 'in') ?? {};
    const items = `${sku}:2,NO-SUCH`;
    const available = await use(client, 'get_availability', { items });
    expect(available).toMatchObject({
      items: [
        { sku, quantity: 2, title, price, problem: '' },
        { sku: 'NO-SUCH', title: null, problem: 'There is no article NO-SUCH.' },
      ],
      goods: 2 * price,
    });
    const { delivery } = await use(client, 'get_delivery_cost', { items, country: 'Ireland' });
    expect(delivery).toMatchObject({ country: 'IE', delivered: true });
    const { link } = await use(client, 'create_cart_link', { items });
    expect(link).toBe(`${stack().siteUrl}/cart/add?items=${encodeURIComponent(items)}`);
    expect(await (await fetch(link)).text()).toContain(title);
    await client.close();
  });

  test('reads what is wrong with a question, in words of the API', async () => {
    const client = await connect(mode);
    const unknown = { id: crypto.randomUUID() };
    expect(await refusalOf(client, 'get_product', unknown)).toEqual(said('Product not found'));
    for (const id of ['x', 'all', '..'])
      expect(await refusalOf(client, 'get_product', { id })).toEqual(said('id: Not a valid id'));
    expect(await refusalOf(client, 'get_product', {})).toEqual(said('id: Required'));
    expect(await refusalOf(client, 'get_availability', { items: 'A:0' })).toEqual(
      said('items.0.quantity: At least 1'),
    );
    expect(await refusalOf(client, 'get_delivery_cost', { items: 'A:1' })).toEqual(
      said('country: Required'),
    );
    expect(await refusalOf(client, 'create_cart_link', { items: 'NO-SUCH:1' })).toEqual(
      said('There is no article NO-SUCH.'),
    );
    expect(await refusalOf(client, 'search_products', { q: ['x'] })).toMatchObject([
      { text: expect.stringContaining('q: Invalid input') as string },
    ]);
    await expect(client.callTool({ name: 'place_order', arguments: {} })).rejects.toThrow(
      'Tool place_order not found',
    );
    await client.close();
  });
});

test('the tools are described in the words of the API', async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  const { paths } = (await good('GET', '/openapi.json')) as unknown as {
    paths: Record<string, { get: { summary: string; parameters: { name: string }[] } }>;
  };
  const search = tools.find((it) => it.name === 'search_products');
  const described = paths['/products/search']?.get;
  expect(search?.description).toBe(described?.summary);
  expect(Object.keys(search?.inputSchema.properties ?? {})).toEqual(
    described?.parameters.map((it) => it.name),
  );
  await client.close();
});

interface Refused {
  readonly jsonrpc: string;
  readonly error: { readonly code: number; readonly message: string };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function post(body: string, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(address(), {
    method,
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  });
  const type = response.headers.get('content-type') ?? '';
  const answer = type.includes('json') ? ((await response.json()) as Refused) : null;
  return { status: response.status, answer };
}

test('requests that are none are refused as the protocol says', async () => {
  expect((await post(JSON.stringify(ping))).status).toBe(200);
  for (const [body, status, headers] of [
    ['{', 400],
    ['', 400],
    ['{}', 400],
    [JSON.stringify([ping, ping]), 400],
    [`{"a":"${'x'.repeat(70_000)}"}`, 413],
    [JSON.stringify(ping), 415, { 'content-type': 'text/plain' }],
    [JSON.stringify(ping), 406, { accept: 'text/html' }],
  ] as const) {
    const { status: is, answer } = await post(body, headers);
    expect([body.slice(0, 20), is]).toEqual([body.slice(0, 20), status]);
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.any(String) as string },
    });
  }
  expect((await post('', {}, 'GET')).status).toBe(405);
  expect((await post('', {}, 'DELETE')).status).toBe(405);
});

test('pages of other sites may not ask, nor under another host name', async () => {
  const foreign = await post(JSON.stringify(ping), { origin: 'https://elsewhere.example' });
  expect(foreign.status).toBe(403);
  // Past the site, too.
  const direct = await fetch(`${stack().url}/functions/v1/api/v1/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
    body: JSON.stringify(ping),
  });
  expect(direct.status).toBe(403);
});

test('a stream that waits for changes is refused', async () => {
  const client = await connect();
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit');
  await client.close();
});

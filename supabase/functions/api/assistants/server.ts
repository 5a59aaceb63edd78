/** The shop for assistants: a Model Context Protocol server over the calls of the API (docs/decisions/0087). */
import {
  createMcpHandler,
  INVALID_REQUEST,
  McpServer,
  originValidationResponse,
  type CallToolResult,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { connectAs } from '../../_shared/queries/database.ts';
import { readShop } from '../../_shared/queries/shop.ts';
import { readBytes } from '../../_shared/read-bytes.ts';
import { id, type ErrorReply } from '../../_shared/schemas/common.ts';
import type { Shop } from '../../_shared/schemas/shop.ts';
import type { Settings } from '../../_shared/settings.ts';
import { seesClosedShop } from '../middleware/limits.ts';
import { tools, type Arguments, type Tool } from './tools.ts';

/** Calls the API; the path is relative to `/api/v1`. */
export type Ask = (path: string, headers: Headers) => Promise<Response>;

/** In bytes; the longest question is a list of items. */
const maxBody = 64 * 1024;
/** The headers that say who asks, for the limits of the calls. */
const passedOn = ['x-site-secret', 'x-client-address', 'x-request-id', 'x-sees-closed-shop'];

const given = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The parameters of the call as JSON Schema; the call itself checks their values. */
function inputOf({ parameters, defaults }: Tool): StandardSchemaWithJSON<unknown, Arguments> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema: own, description }) => [
        name,
        { ...own, description, ...(name in defaults && { default: defaults[name] }) },
      ]),
    ),
    required: parameters.filter((it) => it.required).map((it) => it.name),
    additionalProperties: false,
  };
  const describe = () => schema;
  return {
    '~standard': { ...given['~standard'], jsonSchema: { input: describe, output: describe } },
  };
}

const failed = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

async function run(
  tool: Tool,
  asked: Arguments,
  { siteUrl }: Settings,
  ask: (path: string) => Promise<Response>,
): Promise<CallToolResult> {
  const missing = tool.parameters.find((it) => it.required && !(it.name in asked));
  if (missing) return failed(`${missing.name}: Required`);
  let path = tool.call.path;
  const query = new URLSearchParams();
  for (const { name, in: place } of tool.parameters) {
    const value = asked[name] ?? tool.defaults[name];
    if (value === undefined) continue;
    // Another word would be another call, such as the list of all products.
    if (place === 'path' && !id.safeParse(value).success) return failed(`${name}: Not a valid id`);
    if (place === 'path') path = path.replace(`:${name}`, String(value));
    else query.set(name, String(value));
  }
  const response = await ask(`${path}?${query}`);
  const reply: unknown = await response.json();
  if (!response.ok) return failed((reply as ErrorReply).message);
  const answer = tool.answer(reply, siteUrl, asked);
  if (typeof answer === 'string') return failed(answer);
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer },
  };
}

function serverOf(shop: Shop, settings: Settings, ask: (path: string) => Promise<Response>) {
  const server = new McpServer(
    { name: shop.name, version: '1', websiteUrl: settings.siteUrl },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: [
        `The online shop ${shop.name}. ${shop.description}`.trim(),
        `Prices are in ${shop.currency}.`,
        'Orders are placed and paid by a person: give them the link of create_cart_link.',
      ].join(' '),
    },
  );
  for (const tool of tools) {
    const { name, title, description } = tool;
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: inputOf(tool) },
      (asked) => run(tool, asked, settings, ask),
    );
  }
  return server;
}

const refused = (status: number, message: string): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: INVALID_REQUEST, message }, id: null },
    { status },
  );

/** Answers requests of assistants, each by itself: there are no sessions, so any instance answers the next one. */
export const assistantsEndpoint =
  (settings: Settings, ask: Ask) =>
  async (request: Request): Promise<Response> => {
    const { url, method, headers } = request;
    const wrongOrigin = originValidationResponse(request, [new URL(settings.siteUrl).hostname]);
    if (wrongOrigin) return wrongOrigin;
    const shop = await readShop(connectAs(settings, null));
    if (!shop.open && !seesClosedShop(headers, settings)) {
      return refused(403, 'The shop is not open yet');
    }
    const body = await readBytes(request, maxBody).catch(() => new Uint8Array());
    if (!body) return refused(413, `At most ${maxBody / 1024} kB`);
    const text = new TextDecoder().decode(body);
    // Only the first version of the protocol had batches, and one could hold hundreds of searches.
    if (text.trimStart().startsWith('[')) return refused(400, 'One message at a time');
    const visitor = new Headers();
    for (const name of passedOn) visitor.set(name, headers.get(name) ?? '');
    const handler = createMcpHandler(
      () => serverOf(shop, settings, (path) => ask(path, visitor)),
      // A stream that waits for changes would keep a connection; the tools do not change.
      { maxSubscriptions: 0 },
    );
    return handler.fetch(new Request(url, { method, headers, body: text || null }));
  };

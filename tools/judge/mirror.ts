import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request as ask } from 'undici';

/** A request to the API and its answer. */
export interface Exchange {
  method: string;
  path: string;
  sent: IncomingHttpHeaders;
  body: Buffer;
  status: number;
  headers: IncomingHttpHeaders;
  answer: Buffer;
}

const hop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect'];

/** Headers that do not depend on the connection. */
function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.includes(name)));
}

async function listen(server: Server): Promise<{ url: string; close: () => void }> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/**
 * Stands between the tests and the API, whose port is the first part of the path, and tells what passes. Tests and API notice
 * nothing of it, so those of refusals and of broken requests stay what they are.
 */
export function openMirror(seen: (exchange: Exchange) => void) {
  return listen(
    createServer((request, response) => {
      void (async () => {
        const { method = 'GET', url = '', headers: sent } = request;
        const [, port = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(url) ?? [];
        const body = await buffer(request);
        const reply = await ask(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: lasting(sent),
          ...(body.length > 0 ? { body } : {}),
        });
        const answer = Buffer.from(await reply.body.arrayBuffer());
        response.writeHead(reply.statusCode, lasting(reply.headers)).end(answer);
        const { statusCode: status, headers } = reply;
        seen({ method, path, sent, body, status, headers, answer });
      })().catch(() => response.destroy());
    }),
  );
}

/** The API as a judge's upstream: what it asks is answered with what the API has answered already. */
export async function openReplay() {
  const exchanges = new Map<string, Exchange>();
  const server = await listen(
    createServer((request, response) => {
      const exchange = exchanges.get(String(request.headers['x-exchange']));
      request.resume();
      if (!exchange) response.writeHead(502).end();
      else {
        // Prism leaves bytes of some bodies on a connection, which would break the next request on it.
        const headers = { ...lasting(exchange.headers), connection: 'close' };
        response.writeHead(exchange.status, headers).end(exchange.answer);
      }
    }),
  );
  /** Sends a request once more, to the judge at this address. Returns the headers of its answer. */
  async function replay(exchange: Exchange, judge: string): Promise<IncomingHttpHeaders> {
    const id = crypto.randomUUID();
    exchanges.set(id, exchange);
    const { method, body, sent } = exchange;
    const path = exchange.path.replace(/^\/functions\/v1\/api\/v1/, '');
    const reply = await ask(judge + path, {
      method,
      headers: { ...lasting(sent), host: new URL(judge).host, 'x-exchange': id },
      ...(body.length > 0 ? { body } : {}),
      headersTimeout: 5000,
    });
    await reply.body.dump();
    exchanges.delete(id);
    return reply.headers;
  }
  return { ...server, replay };
}

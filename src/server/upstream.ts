import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Answer } from './answers.ts';
import type { SiteEnvironment } from './environment.ts';

export interface Upstream {
  /** Opens a call of the edge functions; `target` begins with the name of the function. */
  request(
    target: string,
    options: RequestOptions,
    onAnswer: (answer: IncomingMessage) => void,
  ): ClientRequest;
}

/** The way to the edge functions, over connections that are kept. */
export function createUpstream({ functionsUrl }: SiteEnvironment): Upstream {
  const { protocol, hostname, port, pathname } = new URL(functionsUrl);
  const base = pathname.replace(/\/$/, '');
  const client = protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: 256 });
  return {
    request: (target, options, onAnswer) =>
      client.request({ ...options, agent, hostname, port, path: base + target }, onAnswer),
  };
}

const patience = 15_000;
const largest = 32 * 1024 * 1024;
/** What of an answer is passed on; the rest belongs to the one connection or the one request. */
const passedOn = ['content-type', 'x-content-type-options'];

/** Asks a public call of the API as a visitor and reads the whole answer. Rejects where there is none. */
export function askAsVisitor(
  environment: SiteEnvironment,
): (path: string, requestId: string) => Promise<Answer> {
  const upstream = createUpstream(environment);
  const headers = {
    accept: 'application/json',
    apikey: environment.anonKey,
    authorization: `Bearer ${environment.anonKey}`,
  };
  return (path, requestId) =>
    new Promise((resolve, reject) => {
      const options = { headers: { ...headers, 'x-request-id': requestId }, timeout: patience };
      const call = upstream.request(path, options, (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > largest) call.destroy(new Error('an answer is too large'));
        });
        answer.once('error', reject);
        answer.once('end', () => {
          const passed = passedOn.map((name) => [name, answer.headers[name]]);
          const tags = answer.headers['x-cache-tags'];
          resolve({
            status: answer.statusCode ?? 502,
            headers: Object.fromEntries(
              passed.filter(([, value]) => value !== undefined),
            ) as Record<string, string>,
            body: Buffer.concat(chunks),
            tags: typeof tags === 'string' ? tags.split(' ').filter(Boolean) : [],
          });
        });
      });
      call.once('timeout', () => call.destroy(new Error('no answer in time')));
      call.once('error', reject);
      call.end();
    });
}

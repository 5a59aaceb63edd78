// @module-tag more
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceStack } from '../support/stack.ts';
import { startTestStack, type StartedStack } from '../support/test-stack.ts';
import { baseUrl, send, type Answer } from './client.ts';
import { requestsFor, type FuzzRequest, type OpenApi } from './fuzz-requests.ts';
import { World } from './fuzz-world.ts';

const asked = process.env['FUZZ_RUNS'];
const runs = Number(asked ?? 300);
/** The same requests each time, so that a build fails only by what was changed; set it to look further. */
const seed = Number(process.env['FUZZ_SEED'] ?? 2023);
/** More than any limit of the API's own; what takes longer hangs. */
const timeoutMs = 60_000;

let own: StartedStack;
let world: World;
let document: OpenApi;

// An administrator among the senders may change every setting of the shop, or close it: not that of other tests.
beforeAll(async () => {
  own = await startTestStack();
  replaceStack(own.values);
  world = new World();
  document = (await (await fetch(`${baseUrl()}/openapi.json`)).json()) as OpenApi;
  await world.build();
});
afterAll(async () => {
  await world.leave();
  replaceStack();
  await own.stop();
});

/** Puts what is there now where the request names its place. */
function fill<T>(value: T): T {
  if (typeof value === 'string') {
    return value.replace(/^@(\w+)@$/, (all, name: string) => world.values[name] ?? all) as T;
  }
  if (Array.isArray(value)) return value.map((it: unknown) => fill(it)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, fill<unknown>(it)]),
  ) as T;
}

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\p{Cs}/gu, '?');

function toBody(body: FuzzRequest['body']) {
  if (!body) return {};
  if ('json' in body) return { json: fill(body.json) };
  if ('raw' in body) return { raw: body.raw, headers: { 'content-type': body.type } };
  const form = new FormData();
  for (const [name, value] of Object.entries(fill(body.fields))) {
    if (Array.isArray(value)) value.forEach((it, i) => form.append(`${name}[${i}]`, asText(it)));
    else form.append(name, asText(value));
  }
  for (const file of body.files) form.append('images', file);
  return { form };
}

function ask({ method, path, query, headers, who, body }: FuzzRequest): Promise<Answer> {
  const address = path
    .split('/')
    .map((part) => (/^(\.\.|%00)$/.test(part) ? part : encodeURIComponent(asText(fill(part)))))
    .join('/');
  const pairs = Object.entries(fill(query)).map(([name, value]) => [name, asText(value)]);
  const token = world.token(who);
  const sent = method === 'get' || method === 'options' ? {} : toBody(body);
  return send(method.toUpperCase(), `${address}?${new URLSearchParams(pairs).toString()}`, {
    ...sent,
    ...(token === undefined ? {} : { token }),
    headers: { ...headers, ...('headers' in sent ? sent.headers : {}) },
    signal: AbortSignal.timeout(timeoutMs),
  });
}

test(
  `nothing that is sent brings the API down, and what is refused changes nothing (${runs} requests)`,
  async () => {
    const tally: Record<string, number> = {};
    let before = await world.print();
    await fc.assert(
      fc.asyncProperty(requestsFor(document), async (request) => {
        const { status, body } = await ask(request);
        tally[status] = (tally[status] ?? 0) + 1;
        expect(status).toBeLessThan(500);
        const after = await world.print();
        // Documented: an order is kept when the payment provider does not answer.
        if (status >= 400 && body.code !== 'payment_unavailable') {
          expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
          expect(body.message).not.toMatch(/postgres|syntax|relation|violates|at .+\.ts/i);
          expect(after).toBe(before);
        }
        const broken = status < 300 && after !== before && (await world.isBroken());
        if (broken) await world.build();
        before = broken ? await world.print() : after;
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    if (asked) console.log('answers by status:', tally);
  },
  180_000 + runs * 500,
);

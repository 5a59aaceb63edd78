import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RawConnection } from '../../support/raw-http.ts';
import { startSite, startUpstream, type Running } from './site-server.ts';

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests that reached the function, in their order; each waits until the test answers it. */
let asked: Asked[];
let upstream: Running;
let site: Running;

beforeEach(async () => {
  asked = [];
  upstream = await startUpstream((request, response) => void asked.push({ request, response }));
  site = await startSite(upstream.url);
});

afterEach(async () => {
  await site.stop();
  await upstream.stop();
});

const answerAll = () => {
  for (const { response } of asked.splice(0)) response.end('{}');
};
const submit = '/api/v1/contact/submit';
const post = (size: number, more = '') =>
  new RawConnection(site.url).write(
    `POST ${submit} HTTP/1.1\r\nHost: hemline.example\r\nContent-Length: ${size}\r\n${more}\r\n`,
  );
const arrived = (count: number) => expect.poll(() => asked.length).toBe(count);

test('the function is asked once the whole body is there, framed by its length', async () => {
  const connection = post(10).write('12345');
  const other = fetch(`${site.url}/api/v1/faqs/all`);
  await arrived(1);
  expect(asked[0]?.request.method).toBe('GET');
  connection.write('67890');
  await arrived(2);
  expect(asked[1]?.request.headers).toMatchObject({ 'content-length': '10' });
  expect(asked[1]?.request.headers['transfer-encoding']).toBeUndefined();
  answerAll();
  expect([(await other).status, (await connection.answer())?.status]).toEqual([200, 200]);
  connection.leave();
});

test('an upload goes on as it comes, with its length', async () => {
  const size = 1024 * 1024;
  const connection = post(size).write(Buffer.alloc(size / 2));
  await arrived(1);
  expect(asked[0]?.request.headers['content-length']).toBe(String(size));
  connection.write(Buffer.alloc(size / 2));
  let bytes = 0;
  asked[0]?.request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await expect.poll(() => bytes).toBe(size);
  answerAll();
  expect((await connection.answer())?.status).toBe(200);
  connection.leave();
});

test('an answer that comes before the whole upload reaches the client, and the connection closes', async () => {
  const connection = post(50 * 1024 * 1024).write(Buffer.alloc(1024 * 1024));
  await arrived(1);
  asked[0]?.response.writeHead(401).end('{"code":"token_invalid"}');
  const answer = await connection.answer();
  expect([answer?.status, answer?.body]).toEqual([401, expect.stringContaining('token_invalid')]);
  expect(await connection.closes()).toBe(true);
});

test('an answer that breaks off on its way does not end as if it were whole, and is a line of the log', async () => {
  const printed = vi.spyOn(console, 'error');
  onTestFinished(() => printed.mockRestore());
  const asking = fetch(`${site.url}/api/v1/users/export`);
  await arrived(1);
  asked[0]?.response.write('{"orders":[');
  const answer = await asking;
  asked[0]?.response.destroy();
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(printed).not.toHaveBeenCalled();
});

test('a login that is no JSON begins a session, which ends with the browser', async () => {
  const body = new URLSearchParams({ email: 'ada@example.com', password: 'linen' });
  const login = fetch(`${site.url}/api/v1/auth/user-login`, { method: 'POST', body });
  await arrived(1);
  const UserauthToken = new UnsecuredJWT({}).setExpirationTime('1h').encode();
  asked[0]?.response.writeHead(200, { 'x-session': 'refresh-token' });
  asked[0]?.response.end(JSON.stringify({ UserauthToken, company: '' }));
  const { status, headers } = await login;
  const session = headers.getSetCookie().find((it) => it.startsWith('hemline_user_session='));
  expect([status, session]).toEqual([200, expect.stringMatching(/SameSite=Strict$/)]);
  expect(session).not.toContain('Max-Age');
});

test('what a method without a body carries is dropped', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const call = plainRequest(`${site.url}/api/v1/cart/clear-all`, { method });
    call.setHeader('transfer-encoding', 'chunked');
    call.end('XYZ');
    await arrived(1);
    const { headers } = asked[0]?.request ?? {};
    expect([method, headers?.['transfer-encoding'], headers?.['content-length'] ?? '0']).toEqual([
      method,
      undefined,
      '0',
    ]);
    answerAll();
    await once(call, 'response');
    call.destroy();
  }
});

test('a body without a length ends at the size of a text', async () => {
  const connection = new RawConnection(site.url).write(
    `POST ${submit} HTTP/1.1\r\nHost: hemline.example\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `80000\r\n`,
    Buffer.alloc(0x80000),
    `\r\n0\r\n\r\n`,
  );
  const answer = await connection.answer();
  expect([answer?.status, answer?.body]).toEqual([413, expect.stringContaining('at most 256 kB')]);
  expect(asked).toEqual([]);
  connection.leave();
});

test('one address has so many requests worked on at once; others are not kept waiting', async () => {
  await site.stop();
  site = await startSite(upstream.url, undefined, { trustedProxies: '127.0.0.1' });
  const ask = (address: string) =>
    fetch(`${site.url}/api/v1/faqs/all`, { headers: { 'x-forwarded-for': address } });
  const crowd = Array.from({ length: 48 }, () => ask('203.0.113.7'));
  await arrived(48);
  const refused = await ask('203.0.113.7');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  const other = ask('203.0.113.8');
  await arrived(49);
  const waiting = ask('203.0.113.7');
  answerAll();
  expect((await Promise.all([other, ...crowd])).map((it) => it.status)).not.toContain(429);
  await arrived(1);
  answerAll();
  expect((await waiting).status).toBe(200);
});

test('a message of an assistant goes to the API, with the address of its sender and what the protocol needs', async () => {
  const answered = fetch(`${site.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'get_product', cookie: 'hemline_user=1' },
    },
    body: '{}',
  });
  await arrived(1);
  const { request } = asked[0] ?? {};
  expect([request?.method, request?.url]).toEqual(['POST', '/functions/v1/api/v1/mcp']);
  expect(request?.headers).toMatchObject({
    ...{ 'x-site-secret': 'site-secret', 'x-client-address': '127.0.0.1' },
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
    'mcp-name': 'get_product',
  });
  expect(request?.headers.cookie).toBeUndefined();
  answerAll();
  expect((await answered).status).toBe(200);
  expect((await fetch(`${site.url}/mcpx`)).status).toBe(200);
  expect(asked).toEqual([]);
});

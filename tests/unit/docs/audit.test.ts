import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { audit } from '../../../scripts/audit.ts';

/** A registry with these advisories only; with null it answers 405. */
async function registry(advisories: unknown): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const asked = request.url?.endsWith('/advisories/bulk') && advisories !== null;
    response.writeHead(asked ? 200 : 405, { 'content-type': 'application/json' });
    response.end(asked ? JSON.stringify(advisories) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const advisory = (severity: string) => ({
  ...{ id: 1, url: 'https://example.test/1', title: 'A hole', severity, cwe: [] },
  ...{ vulnerable_versions: '<999.0.0', cvss: { score: 0, vectorString: null } },
});

test('the audit lists known vulnerabilities of high or critical severity', async () => {
  const known = await registry({ papaparse: [advisory('critical')], sirv: [advisory('low')] });
  const severe = [expect.stringMatching(/^papaparse .*\(critical\)$/)];
  expect(await audit(known)).toEqual({ available: true, severe });
}, 60_000);

test('the audit says when the registry did not answer', async () => {
  const silent = await registry(null);
  expect(await audit(silent)).toEqual({
    available: false,
    reason: expect.stringMatching(/^405 Method Not Allowed/),
  });
}, 60_000);

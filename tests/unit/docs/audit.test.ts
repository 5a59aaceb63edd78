import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../support/listen.ts';
import { audit } from '../../../scripts/audit.ts';

/** A registry with these advisories only; with null it answers 405. */
async function registry(advisories: unknown): Promise<string> {
  const { url, stop } = await startServer((request, response) => {
    request.resume();
    const asked = request.url?.endsWith('/advisories/bulk') && advisories !== null;
    response.writeHead(asked ? 200 : 405, { 'content-type': 'application/json' });
    response.end(asked ? JSON.stringify(advisories) : '');
  });
  onTestFinished(stop);
  return `${url}/`;
}

const advisory = (severity: string) => ({
  ...{ id: 1, url: 'https://example.test/1', title: 'A hole', severity, cwe: [] },
  ...{ vulnerable_versions: '<999.0.0', cvss: { score: 0, vectorString: null } },
});

test('the audit lists known vulnerabilities of high or critical severity', async () => {
  const known = await registry({ papaparse: [advisory('critical')], sirv: [advisory('low')] });
  const severe = [expect.stringMatching(/^papaparse .*\(critical\)$/)];
  expect(await audit(known)).toEqual({ available: true, severe });
});

test('the audit says when the registry did not answer', async () => {
  const silent = await registry(null);
  expect(await audit(silent)).toEqual({
    available: false,
    reason: expect.stringMatching(/^405 Method Not Allowed/),
  });
});

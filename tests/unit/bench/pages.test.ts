import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../support/listen.ts';
import { warm } from '../../../tools/bench/pages.ts';
import { compressBest } from '../../../src/server/cache/store.ts';

const page = Buffer.from('A page with words. '.repeat(50));
const sized = (body: Buffer) => ({ 'content-length': body.length });

/** The address of a site that answers every request like this. */
async function site(answer: RequestListener): Promise<string> {
  const { url, stop } = await startServer(answer);
  onTestFinished(stop);
  return `${url}/shop`;
}

describe('a page is warmed before it is measured', () => {
  test('until it comes as small as the site makes it', async () => {
    const small = await compressBest(page);
    let asked = 0;
    const address = await site((_request, response) => {
      asked += 1;
      if (asked < 4) response.writeHead(200, sized(page)).end(page);
      else response.writeHead(200, { ...sized(small), 'content-encoding': 'br' }).end(small);
    });
    await warm(address);
    expect(asked).toBe(4);
  });

  test('and one that fails ends the measurement with its address and status', async () => {
    const address = await site((_request, response) =>
      response.writeHead(500, sized(page)).end(page),
    );
    await expect(warm(address)).rejects.toThrow(`${address} answered 500.`);
  });

  test('and one that is never made small is not asked for ever', async () => {
    const address = await site((_request, response) =>
      response.writeHead(200, sized(page)).end(page),
    );
    await expect(warm(address)).rejects.toThrow(`${address} was not recompressed after 300`);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { startServer } from '../support/listen.ts';
import { forwardToFunction } from '../../supabase/embedded/functions-proxy.ts';

test('a truncated response of the functions is reported as such, not passed on as an empty one', async () => {
  const dying = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    setImmediate(() => response.destroy());
  });
  const port = Number(new URL(dying.url).port);
  const gateway = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => forwardToFunction(request, '127.0.0.1', port),
  });
  await once(gateway, 'listening');
  try {
    const { port: open } = gateway.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${open}/functions/v1/api/v1/categories/all`);
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { message: 'The function did not answer' },
    ]);
  } finally {
    gateway.close();
    await dying.stop();
  }
});

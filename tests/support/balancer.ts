import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A load balancer: round robin among the ready instances, over keep-alive connections, without retries.
 */
export async function startBalancer(instances: readonly string[], port: number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  let turn = 0;
  const checkReadiness = async () => {
    const states = await Promise.all(
      instances.map((it) =>
        fetch(`${it}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
          async (response) => (await response.body?.cancel(), response.ok),
          () => false,
        ),
      ),
    );
    ready = instances.filter((_, i) => states[i]);
  };
  await checkReadiness();
  let checking = Promise.resolve();
  const timer = setInterval(() => (checking = checking.then(checkReadiness)), 100);

  const server = createServer((request, response) => {
    const instance = new URL(ready[(turn += 1) % ready.length] ?? 'http://127.0.0.1:9');
    const { connection: _hop, ...headers } = request.headers;
    const { method, url: path } = request;
    const target = { hostname: instance.hostname, port: instance.port, method, path, headers };
    const forwarded = send({ ...target, agent }, (upstream) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = upstream.headers;
      response.writeHead(upstream.statusCode ?? 502, headers);
      upstream.pipe(response);
      upstream.on('error', () => response.destroy());
    });
    forwarded.on('error', (error) => response.writeHead(502).end(error.message));
    request.pipe(forwarded);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      clearInterval(timer);
      await checking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

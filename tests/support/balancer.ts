import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * What stands before several instances: takes turns among those that say they are ready, over connections that it keeps,
 * and never tries a request twice.
 */
export async function startBalancer(instances: readonly string[], port: number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  let turn = 0;
  const look = async () => {
    const states = await Promise.all(
      instances.map((it) =>
        fetch(`${it}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
          async (answer) => (await answer.body?.cancel(), answer.ok),
          () => false,
        ),
      ),
    );
    ready = instances.filter((_, i) => states[i]);
  };
  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = looking.then(look)), 100);

  const server = createServer((request, response) => {
    const instance = new URL(ready[(turn += 1) % ready.length] ?? 'http://127.0.0.1:9');
    const { connection: _hop, ...headers } = request.headers;
    const { method, url: path } = request;
    const to = { hostname: instance.hostname, port: instance.port, method, path, headers };
    const onward = send({ ...to, agent }, (answer) => {
      const { connection: _kept, 'keep-alive': _long, ...said } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, said);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', (error) => response.writeHead(502).end(error.message));
    request.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      clearInterval(timer);
      await looking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

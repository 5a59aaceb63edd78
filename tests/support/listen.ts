import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Lets a server listen on a free port. */
export async function listen(server: Server): Promise<Running> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server that answers as the test says. */
export const startServer = (answer: RequestListener): Promise<Running> =>
  listen(createServer(answer));

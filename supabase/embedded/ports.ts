import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @throws if the port is in use. The message names the variable that changes it. */
export async function requireFreePort(
  port: number,
  service: string,
  setting: string,
): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} (${service}) is in use. Stop the program that uses it, or set another port with ${setting}=<port>.`,
      );
    }
    throw error;
  }
}

/** A free port below the range for outgoing connections, so that it is likely to stay free. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(15_000, 32_000);
    const isFree = await listenOnce(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error('No free port was found.');
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

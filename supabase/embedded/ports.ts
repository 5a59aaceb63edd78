import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @throws when the port is taken; the message names the port and the setting that changes it. */
export async function requireFreePort(port: number, what: string, setting: string): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} (${what}) is busy. Stop the program that uses it, or choose another port with ${setting}=<port>.`,
      );
    }
    throw error;
  }
}

/** Below the range from which systems take the ports of outgoing connections, so that it stays free. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
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

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

export async function freePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No port was given'));
      });
    });
  });
}

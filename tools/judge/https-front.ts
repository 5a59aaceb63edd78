import { readFile } from 'node:fs/promises';
import { createServer as createHttp, request, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { debianProgram, run, workFolder } from './tools.ts';

export interface HttpsFront {
  /** The certificate, which signs itself. */
  certificate: string;
  close(): void;
}

/** What a deployed shop has in front: it ends TLS and redirects plain HTTP, here both on one port. */
export async function openHttpsFront(port: number, target: number): Promise<HttpsFront> {
  const key = join(workFolder, 'localhost.key');
  const certificate = join(workFolder, 'localhost.crt');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const made = await run(debianProgram('openssl', 'openssl'), [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
    ...[...subject, ...files],
  ]);
  if (made.code !== 0) throw new Error(`No certificate: ${made.stderr}`);
  const forward: RequestListener = (incoming, answer) => {
    const { method, url, headers } = incoming;
    const options = { host: '127.0.0.1', port: target, method, path: url, headers };
    const asked = request(options, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    asked.on('error', () => answer.destroy());
    incoming.pipe(asked);
  };
  const secure = createHttps(
    { key: await readFile(key), cert: await readFile(certificate) },
    forward,
  );
  const plain = createHttp(({ url = '/' }, answer) => {
    answer.writeHead(301, { location: `https://localhost:${port}${url}` }).end();
  });
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    // TLS begins with a byte that no HTTP request begins with.
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      socket.unshift(chunk);
      (chunk[0] === 0x16 ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((ready) => front.listen(port, 'localhost', ready));
  const close = () => {
    front.close();
    for (const socket of sockets) socket.destroy();
  };
  return { certificate, close };
}

import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a body is dropped after an early answer before the connection is closed. */
const mostDropped = { bytes: 16 * 1024 * 1024, ms: 2000 };

/** Whether a part of the request's body has not been read. Node takes no next request from the connection until it is. */
export function isUnread({ readableEnded, destroyed, headers }: IncomingMessage): boolean {
  if (readableEnded || destroyed) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Only `chunked` is decoded here; two servers could disagree about where a body in another transfer coding ends. */
export function hasUnknownCoding({ headers }: IncomingMessage): boolean {
  return (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';
}

/** Reads the whole body of at most `most` bytes within `ms` milliseconds. Rejects when the client disconnects. */
export function readBody(
  request: IncomingMessage,
  { most, ms }: { readonly most: number; readonly ms: number },
): Promise<Buffer | 'too_large' | 'too_slow'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Buffer | 'too_large' | 'too_slow') => {
      clearTimeout(timer);
      request.off('data', take).pause();
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) settle('too_large');
      else chunks.push(chunk);
    };
    const timer = setTimeout(settle, ms, 'too_slow');
    request.once('end', () => settle(Buffer.concat(chunks, size)));
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The client left'));
    });
    if (Number(request.headers['content-length'] ?? 0) > most) settle('too_large');
    else request.on('data', take);
  });
}

/** Reads and drops what is left of the body; resolves when that is done, or when it takes too much or too long. */
export function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostDropped.bytes) stop();
    };
    const timer = setTimeout(stop, mostDropped.ms);
    request.unpipe().on('data', count).once('end', stop).once('close', stop).resume();
  });
}

/** Drops an unread body after the answer, so that the connection can take its next request; closes it past the bound. */
export function dropRestAfter(request: IncomingMessage, response: ServerResponse): void {
  if (!isUnread(request)) return;
  response.once('finish', () => {
    if (!isUnread(request)) return;
    void dropRest(request).then(() => isUnread(request) && request.socket.destroy());
  });
}

/** Ends an answer with `Connection: close` that came before the whole body. Closing at once could reset the connection before the client reads it. */
export async function endEarly(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | string = '',
): Promise<void> {
  response.write(body);
  await dropRest(request);
  response.end();
}

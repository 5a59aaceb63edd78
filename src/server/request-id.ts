import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const name = 'x-request-id';

/** Names a request in the logs of site, functions and database. What a client says of it is not believed. */
export function giveRequestId(request: IncomingMessage): string {
  const id = randomUUID();
  request.headers[name] = id;
  return id;
}

/** Empty where a request got none, as in the development server. */
export function requestIdOf(request: IncomingMessage): string {
  const id = request.headers[name];
  return typeof id === 'string' ? id : '';
}

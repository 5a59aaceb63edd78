import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressLimit } from './address-limit.ts';
import type { Answers } from './answers.ts';
import type { Upstream } from './upstream.ts';

/** Answers a request when it is one of its own, and says whether it was. */
export type Service = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What stands between a call and its answer. */
export interface Behind {
  readonly upstream: Upstream;
  readonly limit: AddressLimit;
  readonly answers?: Answers | undefined;
}

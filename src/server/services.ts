import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressLimit } from './address-limit.ts';
import type { Answers } from './answers.ts';
import { createForwarder } from './forwarder.ts';
import { createPictures } from './images.ts';
import { createSessions } from './sessions.ts';
import type { SiteEnvironment } from './environment.ts';
import type { Upstream } from './upstream.ts';

/** Answers a request when it is one of its own, and says whether it was. */
export type Service = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What stands between a call and its answer. */
export interface Behind {
  readonly upstream: Upstream;
  readonly limit: AddressLimit;
  readonly answers?: Answers | undefined;
}

/** Everything that the site answers besides pages and files: the API, the sessions, the pictures. */
export function createServices(environment: SiteEnvironment, behind: Behind): Service {
  const services = [
    createForwarder(environment, behind),
    createSessions(environment),
    createPictures(environment),
  ];
  return (request, response) => services.some((service) => service(request, response));
}

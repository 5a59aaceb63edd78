import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answers } from './answers.ts';
import { createForwarder } from './forwarder.ts';
import { createPictures } from './images.ts';
import { createSessions } from './sessions.ts';
import type { SiteEnvironment } from './environment.ts';

/** Answers a request when it is one of its own, and says whether it was. */
export type Service = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Everything that the site answers besides pages and files: the API, the sessions, the pictures. */
export function createServices(environment: SiteEnvironment, answers?: Answers): Service {
  const services = [
    createForwarder(environment, answers),
    createSessions(environment),
    createPictures(environment),
  ];
  return (request, response) => services.some((service) => service(request, response));
}

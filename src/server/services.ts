import { createForwarder } from './forwarder.ts';
import { createPictures } from './images.ts';
import { createSessions } from './sessions.ts';
import type { SiteEnvironment } from './environment.ts';
import type { Behind, Service } from './service.ts';

/** Everything that the site answers besides pages and files: the API, the sessions, the pictures. */
export function createServices(environment: SiteEnvironment, behind: Behind): Service {
  const services = [
    createForwarder(environment, behind),
    createSessions(environment),
    createPictures(environment),
  ];
  return (request, response) => services.some((service) => service(request, response));
}

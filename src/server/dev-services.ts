import type { AstroIntegration } from 'astro';
import { AddressLimit } from './address-limit.ts';
import { readEnvironment } from './environment.ts';
import { createServices } from './services.ts';
import { Upstream } from './upstream.ts';

/** In `astro dev`: the API, the sessions and the pictures, as the front server gives them in the built site. */
export function localServices(): AstroIntegration {
  return {
    name: 'hemline-services',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const environment = readEnvironment();
        const upstream = new Upstream(environment);
        const limit = new AddressLimit(environment.trustedProxies);
        const services = createServices(environment, { upstream, limit });
        server.middlewares.use((request, response, next) => {
          if (!services(request, response)) next();
        });
      },
    },
  };
}

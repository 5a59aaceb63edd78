import type { AstroIntegration } from 'astro';
import { readEnvironment } from './environment.ts';
import { createServices } from './services.ts';

/** In `astro dev`: the API, the sessions and the pictures, as the front server gives them in the built site. */
export function localServices(): AstroIntegration {
  return {
    name: 'hemline-services',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const services = createServices(readEnvironment());
        server.middlewares.use((request, response, next) => {
          if (!services(request, response)) next();
        });
      },
    },
  };
}

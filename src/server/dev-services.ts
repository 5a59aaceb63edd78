import type { AstroIntegration } from 'astro';

/** In `astro dev`: the API, the sessions and the pictures, as the front server gives them in the built site. */
export function localServices(): AstroIntegration {
  return {
    name: 'hemline-services',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const { readEnvironment } = await import('./environment.ts');
        const { createServices } = await import('./services.ts');
        const services = createServices(readEnvironment());
        server.middlewares.use((request, response, next) => {
          if (!services(request, response)) next();
        });
      },
    },
  };
}

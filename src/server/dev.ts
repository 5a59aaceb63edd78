import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { AstroIntegration } from 'astro';
import { Hono } from 'hono';
import { createApp, securityHeaders } from './app.ts';
import { readEnvironment } from './environment.ts';
import { giveRequestId, idHeader, type Env } from './http.ts';

/** Runs the app in front of `astro dev`, which renders the pages, without a cache. Adds the components page. */
export function devServer(): AstroIntegration {
  return {
    name: 'hemline',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return;
        injectRoute({ pattern: '/components', entrypoint: './src/dev/components.astro' });
      },
      'astro:server:setup': async ({ server }) => {
        const environment = readEnvironment();
        const headers = await securityHeaders(environment);
        const pages = new Hono<Env>().all('*', ({ env }) => {
          env.next?.();
          return RESPONSE_ALREADY_SENT;
        });
        const app = createApp({ environment, pages });
        const options = { overrideGlobalObjects: false };
        server.middlewares.use((request, response, next) => {
          response.setHeaders(headers).setHeader(idHeader, giveRequestId(request));
          const ask = getRequestListener((it, env) => app.fetch(it, { ...env, next }), options);
          void ask(request, response);
        });
      },
    },
  };
}

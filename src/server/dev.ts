import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { AstroIntegration } from 'astro';
import { Hono } from 'hono';
import { createApp } from './app.ts';
import { readEnvironment } from './environment.ts';
import { giveRequestId, type Env } from './http.ts';
import { Upstream } from './upstream.ts';

/** Puts the app in front of `astro dev`, which renders the pages; nothing is cached. */
export function devServer(): AstroIntegration {
  return {
    name: 'hemline',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const environment = readEnvironment();
        const upstream = new Upstream(environment);
        const pages = new Hono<Env>().all('*', ({ env }) => {
          env.next?.();
          return RESPONSE_ALREADY_SENT;
        });
        const app = createApp({ environment, upstream, pages });
        const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
        server.middlewares.use((request, response, next) => {
          giveRequestId(request);
          const ask = getRequestListener((it, env) => app.fetch(it, { ...env, next }), options);
          void ask(request, response);
        });
      },
    },
  };
}

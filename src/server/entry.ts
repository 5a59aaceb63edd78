import { createApp } from 'astro/app/entrypoint';

// Built by Astro together with all pages; what the adapter's own entry does, without Node's request and response.
const app = createApp({ streaming: false });

/** Renders what the pages and endpoints under `src/pages` answer to a request. */
export const render = (request: Request): Promise<Response> =>
  app.render(request, { addCookieHeader: true });

import { createApp } from 'astro/app/entrypoint';
import type { Render } from './routes/pages.ts';

// Built by Astro together with all pages; what the adapter's own entry does, without Node's request and response.
const app = createApp({ streaming: false });

export const render: Render = (request, reads) =>
  app.render(request, { locals: { reads }, addCookieHeader: true });

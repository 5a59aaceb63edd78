import { createHash } from 'node:crypto';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { guardScript } from './src/layouts/guard-script.ts';
import { localServices } from './src/server/dev-services.ts';

const sha256 = (script: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;

export default defineConfig({
  output: 'server',
  // Each build has a folder of its own: a running site keeps the files that it was started with.
  outDir: process.env['HEMLINE_BUILD'] ?? 'dist/unnamed',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), localServices()],
  trailingSlash: 'ignore',
  // There is no Markdown here, and its highlighter would want inline styles.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: Number(process.env['SITE_PORT'] ?? 4321) },
  // Hovering a link loads its page through the Speculation-Rules header; Astro's own script is not needed.
  prefetch: false,
  security: {
    // The front server checks hosts and origins itself, for pages and forwarded calls alike.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
      ],
      scriptDirective: { hashes: [sha256(guardScript('user')), sha256(guardScript('admin'))] },
      // Colour swatches carry the colour of the garment in a style attribute.
      styleDirective: { resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
});

// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { firstPictureScript } from './src/browser/first-picture-script.ts';
import { guardScript } from './src/browser/guard-script.ts';
import { shopColorRules } from './src/browser/shop-color-rules.ts';
import { cspHash } from './src/server/csp-hash.ts';
import {
  pendingScript,
  removeOtherScript,
  signedInScript,
} from './src/browser/signed-in-scripts.ts';
import { devServer } from './src/server/dev.ts';
import { ownCode } from './src/server/own-code.ts';

/** Few files rather than many small ones: on a phone each costs a round trip, whatever its size. */
const chunks = {
  groups: [
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|scheduler|@nanostores[\\/]react|nanostores[\\/]listen-keys)[\\/]/,
    },
    {
      name: 'frame',
      test: /node_modules[\\/]nanostores[\\/](atom|clean-stores)[\\/]|src[\\/](routes|api[\\/](client|tokens)|stores[\\/](toasts|pending-key)|browser[\\/]toaster)\.ts|_shared[\\/](first-messages|texts|own[\\/]texts)\.ts/,
    },
    {
      name: 'query',
      test: /node_modules[\\/](@nanostores[\\/]query|nanoevents|nanostores)[\\/]|src[\\/]api[\\/]query\.ts/,
    },
    {
      name: 'words',
      test: /_shared[\\/]domain[\\/](colour-name|picture-color)\.ts|src[\\/]ui[\\/]line-choice\.ts/,
    },
    {
      name: 'prices',
      test: /_shared[\\/]domain[\\/](money|availability)\.ts|src[\\/]stores[\\/]own-company\.ts/,
    },
    {
      name: 'dates',
      test: /src[\\/]ui[\\/](format|time-zone)\.ts|_shared[\\/]domain[\\/]shop-time\.ts/,
    },
    {
      name: 'ago',
      test: /node_modules[\\/]dayjs[\\/](dayjs\.min|plugin[\\/]relativeTime)\.js|src[\\/]ui[\\/]format-ago\.ts/,
    },
    {
      name: 'details',
      test: /src[\\/]admin[\\/]listing[\\/](BackLink|DetailScreen|Facts|Loading|ScreenHead|Section)\.tsx/,
    },
    {
      name: 'office-calls',
      test: /src[\\/]api[\\/](admin-(call|dashboard|orders|products|users)|record-calls|selection-calls|trash)\.ts/,
    },
    {
      name: 'labels',
      test: /_shared[\\/]domain[\\/](product-status|stock-policy|tax-class)\.ts/,
    },
    { name: 'cart', test: /src[\\/](api[\\/]cart|stores[\\/](cart|cart-tabs|card-page))\.ts/ },
  ],
};

/** `client:touch`, see src/browser/client-touch.ts. */
const touchDirective = {
  name: 'client-touch',
  hooks: {
    /** @param {Parameters<NonNullable<import('astro').AstroIntegration['hooks']['astro:config:setup']>>[0]} options */
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './src/browser/client-touch.ts' }),
  },
};

/** Astro's adapter for Node, but the build gives Astro's app itself: the server hands it a web request and gets a web response. */
function nodeWithWebRequests() {
  const adapter = node({ mode: 'middleware' });
  const finish = adapter.hooks['astro:config:done'];
  const serverEntrypoint = 'astro/app/entrypoint';
  adapter.hooks['astro:config:done'] = (options) =>
    finish?.({
      ...options,
      setAdapter: (it) =>
        options.setAdapter({ ...it, entrypointResolution: 'auto', serverEntrypoint }),
    });
  return adapter;
}

export default defineConfig({
  output: 'server',
  // Each build has a folder of its own: a running site keeps the files that it was started with.
  outDir: process.env['HEMLINE_BUILD'] ?? 'dist/unnamed',
  adapter: nodeWithWebRequests(),
  integrations: [react(), touchDirective, ownCode(), devServer()],
  trailingSlash: 'ignore',
  // There is no Markdown here, and its highlighter would want inline styles.
  markdown: { syntaxHighlight: false },
  // A page of this size is painted a round trip earlier when its style comes with it.
  build: { inlineStylesheets: 'always' },
  vite: {
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } } },
  },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: Number(process.env['SITE_PORT'] ?? 4321) },
  // A page that was fetched ahead would be shown later without a question whether it has changed (docs/decisions/0021).
  prefetch: false,
  security: {
    // The site's server checks hosts and origins itself, for pages and forwarded calls alike.
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
      scriptDirective: {
        hashes: [
          ...[guardScript('user'), guardScript('admin')],
          ...[firstPictureScript, signedInScript, removeOtherScript, pendingScript],
        ].map(cspHash),
      },
      // Colour swatches carry the colour of the garment in a style attribute.
      styleDirective: {
        hashes: [cspHash(shopColorRules)],
        resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }],
      },
    },
  },
});

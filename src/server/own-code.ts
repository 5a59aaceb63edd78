import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AstroIntegration } from 'astro';

const source = resolve(import.meta.dirname, '..');
const own = join(source, 'shop');

/** Each file in src/shop/components by that of src/ whose place it takes. @throws Error if it takes nobody's */
function replacedFiles(): Map<string, string> {
  const files = globSync('**/*.*', { cwd: join(own, 'components') }).sort();
  const nothing = files.find((it) => !existsSync(join(source, it)));
  if (nothing) {
    throw new Error(`src/shop/components/${nothing} replaces nothing: there is no src/${nothing}.`);
  }
  return new Map(files.map((it) => [join(source, it), join(own, 'components', it)]));
}

/** The address of a page by its path: `look/[season].astro` is /look/[season]. */
function patternOf(file: string): string {
  const address = file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '');
  if (existsSync(join(source, 'pages', file))) {
    throw new Error(
      `/${address} is a page of the shop: src/shop/components/pages/${file} would replace it.`,
    );
  }
  return `/${address}`;
}

/** Adds the pages of src/shop and puts its components in the place of ours (docs/extending.md). */
export function ownCode(): AstroIntegration {
  return {
    name: 'own-code',
    hooks: {
      'astro:config:setup': ({ injectRoute, updateConfig }) => {
        for (const file of globSync('**/*.{astro,ts}', { cwd: join(own, 'pages') })) {
          injectRoute({ pattern: patternOf(file), entrypoint: join(own, 'pages', file) });
        }
        const files = replacedFiles();
        if (files.size === 0) return;
        const replace = {
          name: 'own-components',
          enforce: 'pre' as const,
          resolveId: {
            order: 'pre' as const,
            async handler(this: Resolver, wanted: string, importer: string | undefined) {
              const found = await this.resolve(wanted, importer, { skipSelf: true });
              const [path = '', query = ''] = found?.id.split('?') ?? [];
              const replacement = files.get(path);
              // What replaces a file may import it. Styles and scripts of an Astro component belong to their file.
              const isOurs = replacement === importer?.split('?')[0] || query.startsWith('astro');
              if (!replacement || isOurs) return null;
              return query ? `${replacement}?${query}` : replacement;
            },
          },
        };
        updateConfig({ vite: { plugins: [replace] } });
      },
    },
  };
}

interface Resolver {
  resolve(
    wanted: string,
    importer: string | undefined,
    options: { skipSelf: boolean },
  ): Promise<{ id: string } | null>;
}

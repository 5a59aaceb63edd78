import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AstroIntegration } from 'astro';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src');
const own = join(source, 'shop');

/** Each file in src/shop/components of a checkout with the file of src/ that it replaces, which may be missing. */
export const replacedComponents = (checkout: string): { own: string; ours: string }[] =>
  globSync('src/shop/components/**/*.*', { cwd: checkout })
    .sort()
    .map((it) => ({ own: it, ours: it.replace('shop/components/', '') }));

/** Replacements by the file that they replace. @throws Error if there is no such file */
function replacements(): Map<string, string> {
  const all = replacedComponents(root);
  const missing = all.find(({ ours }) => !existsSync(join(root, ours)));
  if (missing) throw new Error(`${missing.own} replaces nothing: there is no ${missing.ours}.`);
  return new Map(all.map((it) => [join(root, it.ours), join(root, it.own)]));
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
        const files = replacements();
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

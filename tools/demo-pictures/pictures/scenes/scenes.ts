import { catalogue } from '../../demo/catalogue/catalogue.ts';
import { advertisementScene, shareScene } from './advertisement.ts';
import { categoryScene } from './categories.ts';
import { linenPhone, linenWide } from './linen.ts';
import { railPhone, railWide } from './rail.ts';
import { stackPhone, stackWide } from './stack.ts';

export interface Scene {
  /** From the root of the repository. */
  path: string;
  draw: () => Promise<Buffer>;
}

const banner = (name: string, draw: () => Promise<Buffer>): Scene => ({
  path: `supabase/images/banners/${name}.webp`,
  draw,
});

export const scenes: readonly Scene[] = [
  ...catalogue.map(({ slug }) => ({
    path: `supabase/images/categories/${slug}.webp`,
    draw: () => categoryScene(slug),
  })),
  banner('the-rail', railWide),
  banner('the-rail-phone', railPhone),
  banner('stack-of-knits', stackWide),
  banner('stack-of-knits-phone', stackPhone),
  banner('window-linen', linenWide),
  banner('window-linen-phone', linenPhone),
  { path: 'supabase/images/ads/made-to-be-mended.webp', draw: advertisementScene },
  { path: 'public/og.jpg', draw: shareScene },
];

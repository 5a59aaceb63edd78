import type { APIRoute } from 'astro';
import { readShop } from '../catalogue.ts';
import { iconSvg } from '../storefront/seo/icon.ts';

export const GET: APIRoute = async () =>
  new Response(iconSvg(await readShop()), {
    headers: {
      'content-type': 'image/svg+xml',
      // Pages name another address for another icon.
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });

import type { APIRoute } from 'astro';
import { designColors } from '#shared/domain/shop-colors.ts';
import { readShop } from '../catalogue.ts';
import { routes } from '../routes.ts';
import { iconPath } from '../storefront/seo/icon.ts';
import { pictureUrl } from '../ui/picture-url.ts';

/** What browsers call the shop where it is added to a home screen. */
export const GET: APIRoute = async () => {
  const shop = await readShop();
  const paper = shop.paper || designColors.paper;
  const manifest = {
    ...{ name: shop.name, short_name: shop.name, start_url: routes.index(), display: 'browser' },
    ...(shop.description && { description: shop.description }),
    ...{ background_color: paper, theme_color: paper },
    icons: [
      shop.logo
        ? { src: pictureUrl(shop.logo, 'icon'), type: 'image/png', sizes: '512x512' }
        : { src: iconPath(shop), type: 'image/svg+xml', sizes: 'any' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};

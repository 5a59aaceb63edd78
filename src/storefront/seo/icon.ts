import { designColors } from '#shared/domain/shop-colors.ts';
import type { Shop } from '#shared/schemas/shop.ts';
import { escapeHtml } from '#shared/domain/rich-text-html.ts';
import { pictureUrl, sizeInName } from '../../ui/picture-url.ts';

type Face = Pick<Shop, 'name' | 'paper' | 'accent'>;

const partsOf = ({ name, paper, accent }: Face) => ({
  initial: ([...name][0] ?? '').toLocaleUpperCase('en'),
  paper: paper || designColors.paper,
  accent: accent || designColors.accent,
});

/** The icon of the shop: the first letter of its name in its colors. */
export function iconSvg(shop: Face): string {
  const { initial, paper, accent } = partsOf(shop);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="3" fill="${accent}"/><text x="16" y="24" text-anchor="middle" font-family="Didot,Bodoni MT,Georgia,serif" font-size="22" fill="${paper}">${escapeHtml(initial)}</text></svg>`;
}

/** Its address, which is another one for another icon, so that browsers may keep each. */
export const iconPath = (shop: Face): string =>
  `/favicon.svg?v=${encodeURIComponent(Object.values(partsOf(shop)).join('').replaceAll('#', ''))}`;

/** The icon in browsers: the logo where it is about as high as wide, as nobody reads a wide one in sixteen pixels. */
export function iconOf(shop: Face & Pick<Shop, 'logo'>) {
  const { width, height } = sizeInName(shop.logo);
  return width <= height * 1.5
    ? { href: pictureUrl(shop.logo, 'icon'), type: 'image/png' }
    : { href: iconPath(shop), type: 'image/svg+xml' };
}

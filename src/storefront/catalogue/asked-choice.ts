import { colourName } from '#shared/domain/colour-name.ts';
import { showsColor } from '#shared/domain/picture-color.ts';
import type { Product } from '#shared/schemas/products.ts';
import { routes } from '../../routes.ts';

/** The page of a product, with the size and the color that a filter or a search asked for. */
export function productLink({ _id, title, asked }: Product): string {
  const params = new URLSearchParams();
  if (asked?.color) params.set('color', asked.color);
  if (asked?.size) params.set('size', asked.size);
  const path = routes.product(_id, title);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The pictures of a product, those of the color that was asked for first. */
export function picturesFor({ images, asked }: Product): readonly string[] {
  const color = asked?.color;
  if (!color) return images;
  const own = images.filter((it) => showsColor(it, color));
  return [...own, ...images.filter((it) => !own.includes(it))];
}

/** `Out of Stock`, or that only what was asked for is; undefined for what can be bought. */
export function soldOutText({ availability, asked }: Product): string | undefined {
  if (availability !== 'InStock') return 'Out of Stock';
  if (!asked || asked.inStock) return undefined;
  const choice = [asked.color && colourName(asked.color), asked.size].filter(Boolean);
  return `Out of Stock in ${choice.join(', ')}`;
}

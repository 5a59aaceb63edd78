import type { Garment } from './garment.ts';

const shots = ['front', 'back', 'detail'] as const;

/** Object paths in the bucket `images`: of each color its front, back and detail. */
export function garmentImages({ slug, colours }: Garment): string[] {
  return colours.flatMap((colour) =>
    shots.map((shot) => `products/${slug}/${colour}-${shot}.webp`),
  );
}

export const categoryImage = (slug: string) => `categories/${slug}.webp`;

/** Wide scene first, then the phone's crop. */
export const bannerImages = (slug: string) => [
  `banners/${slug}.webp`,
  `banners/${slug}-phone.webp`,
];

export const advertisement = 'ads/made-to-be-mended.webp';

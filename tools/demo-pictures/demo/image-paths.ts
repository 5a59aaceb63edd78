import type { Garment } from './garment.ts';

/** Object paths in the bucket `images`, in the order in which the gallery shows them. */
export function garmentImages(garment: Garment): string[] {
  const [first, ...others] = garment.colours;
  const path = (shot: string) => `products/${garment.slug}/${shot}.webp`;
  return [
    path(`${first}-front`),
    path(`${first}-back`),
    path(`${first}-detail`),
    ...others.map((colour) => path(`${colour}-front`)),
  ];
}

export const categoryImage = (slug: string) => `categories/${slug}.webp`;

/** Wide scene first, then the phone's crop. */
export const bannerImages = (slug: string) => [
  `banners/${slug}.webp`,
  `banners/${slug}-phone.webp`,
];

export const advertisement = 'ads/made-to-be-mended.webp';

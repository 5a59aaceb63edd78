import { limits } from '#shared/domain/limits.ts';
import { houseBanner } from '../ui/picture-url.ts';

/** One of two columns on a phone. */
export const halfOfPhone = 'calc(50vw - 32px)';

/** How wide pictures stand on a page, for `sizes`: margins and gaps are those of the grids that they stand in. */
export const pictureSizes = {
  /** In a grid of two, three or four. */
  card: `(min-width: 1100px) 22vw, (min-width: 700px) 30vw, ${halfOfPhone}`,
  gallery: '(min-width: 900px) 50vw, (min-width: 700px) 52vw, calc(100vw - 48px)',
  wholePage: '100vw',
} as const;

/** Pictures of one banner stand side by side. */
export const bannerSizes = (count: number): string =>
  count > 1 ? `${Math.ceil(100 / count)}vw` : pictureSizes.wholePage;

/** The pictures of a slide, side by side; that of the house where a banner has none, or where there is no banner. */
export const slideImages = (banner?: { readonly images: readonly string[] }): readonly string[] =>
  banner && banner.images.length > 0
    ? banner.images.slice(0, limits.bannerSlideImages)
    : [houseBanner];

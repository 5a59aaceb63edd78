import { limits } from '#shared/domain/limits.ts';
import { defaultBanner, type PictureWidth } from '../ui/picture-url.ts';

/** One of two columns on a phone. */
export const halfOfPhone = 'calc(50vw - 32px)';

/** The display widths of pictures, for `sizes`, matching the margins and gaps of their grids. */
export const pictureSizes = {
  /** In a grid of two, three or four. */
  card: `(min-width: 1100px) 22vw, (min-width: 700px) 30vw, ${halfOfPhone}`,
  gallery:
    '(min-width: 1440px) 726px, (min-width: 900px) 50vw, (min-width: 700px) 52vw, calc(100vw - 48px)',
  /** Two in a row on wide screens. */
  galleryMore:
    '(min-width: 1440px) 355px, (min-width: 900px) 50vw, (min-width: 700px) 52vw, calc(100vw - 48px)',
  /** In the description of a product, beside the gallery on wide screens. */
  description:
    '(min-width: 1440px) 440px, (min-width: 900px) 34vw, (min-width: 700px) 40vw, calc(100vw - 48px)',
  wholePage: '100vw',
} as const;

/** Within text. */
export const textPictures = '(min-width: 700px) 640px, calc(100vw - 48px)';

/** Banners are as wide as the window. */
export const bannerWidths: readonly PictureWidth[] = [320, 480, 640, 960, 1280, 1920];

/** The pictures of one banner are side by side. */
export const bannerSizes = (count: number): string =>
  count > 1 ? `${Math.ceil(100 / count)}vw` : pictureSizes.wholePage;

/** The pictures of a slide, side by side; the built-in one if the banner has none, or without banners. */
export const slideImages = (banner?: { readonly images: readonly string[] }): readonly string[] =>
  banner && banner.images.length > 0
    ? banner.images.slice(0, limits.bannerSlideImages)
    : [defaultBanner];

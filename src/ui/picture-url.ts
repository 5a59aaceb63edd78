/** The picture widths that the site serves, in pixels. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export interface LogoPicture {
  readonly width: number;
  readonly height: number;
  /** Around the logo. */
  readonly space: number;
}
/** The pictures that the site makes from a logo: for home screens, and for links that are shared. */
export const logoPictures = {
  icon: { width: 512, height: 512, space: 48 },
  social: { width: 1200, height: 630, space: 150 },
} as const satisfies Readonly<Record<string, LogoPicture>>;

/** The picture in feeds, as JPEG, which every company takes. */
export const feedPicture = 'feed';

/** The picture of a banner that has none, and of a shop without banners. */
export const defaultBanner = 'built-in/the-rail.webp';

/** The default picture of the advertisement. */
export const defaultAdvertisement = 'built-in/made-to-be-mended.webp';

const bucket = '/storage/v1/object/public/images/';

/** A picture of the bucket, given as its whole address or its path in there, in the next width that the site serves, or made from it for feeds or as a logo. */
export function pictureUrl(
  source: string,
  size: number | keyof typeof logoPictures | typeof feedPicture,
): string {
  const at = source.indexOf(bucket);
  if (at < 0 && /^(https?:|data:|blob:|\/)/.test(source)) return source;
  const path = at < 0 ? source : source.slice(at + bucket.length);
  const fitting =
    typeof size === 'string' ? size : (pictureWidths.find((it) => it >= size) ?? 1920);
  return `/images/${fitting}/${path}`;
}

/** The size of a picture whose file name begins with it, such as `480x120-`; NaN of others. */
export function sizeInName(source: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /\/(\d+)x(\d+)-[^/]*$/.exec(source) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** A `srcset` in the given widths. */
export function pictureSet(
  source: string,
  widths: readonly PictureWidth[] = [320, 480, 640, 960, 1280],
): string {
  return widths.map((width) => `${pictureUrl(source, width)} ${width}w`).join(', ');
}

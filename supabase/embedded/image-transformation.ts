import sharp from 'sharp';

interface Transformation {
  width?: number;
  height?: number;
  resize?: 'cover' | 'contain' | 'fill';
  format?: 'webp' | 'png' | 'jpeg' | 'avif';
  quality?: number;
}

/** The largest width and height on hosted projects, in pixels. */
const maxSize = 2500;

// The clients cache the results.
sharp.cache(false);

/**
 * Resizes for `transform` of supabase-js's storage client: never larger than the original, by default in the same format.
 * Workaround for Supabase Lite 0.10.0, which does not export its adapter for sharp.
 */
export const sharpTransformation = {
  driver: null,
  requiresBuffer: true,
  async transform(input: Uint8Array, options: Transformation) {
    const { format: originalFormat } = await sharp(input).metadata();
    const format = options.format ?? originalFormat;
    const image = sharp(input).rotate();
    const width = clampSize(options.width);
    const height = clampSize(options.height);
    if (width !== undefined || height !== undefined) {
      image.resize({
        width,
        height,
        fit: fits[options.resize ?? 'cover'],
        withoutEnlargement: true,
      });
    }
    const body = await image.toFormat(format, { quality: options.quality ?? 80 }).toBuffer();
    return { body, contentType: `image/${format}`, contentLength: body.byteLength };
  },
};

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

function clampSize(size: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.min(Math.max(size, 1), maxSize);
}

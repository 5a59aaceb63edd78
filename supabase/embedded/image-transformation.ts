import sharp from 'sharp';

interface Wanted {
  width?: number;
  height?: number;
  resize?: 'cover' | 'contain' | 'fill';
  format?: 'webp' | 'png' | 'jpeg' | 'avif';
  quality?: number;
}

/** Hosted projects never draw anything larger than this. */
const largest = 2500;

// What was drawn once is kept by whoever asked.
sharp.cache(false);

/**
 * Resizing for `transform` of supabase-js's storage client: never larger than the original, in its own format unless asked.
 * Cure for Supabase Lite 0.10.0: its package does not export the adapter for sharp.
 */
export const sharpTransformation = {
  driver: null,
  requiresBuffer: true,
  async transform(input: Uint8Array, wanted: Wanted) {
    const { format: own } = await sharp(input).metadata();
    const format = wanted.format ?? own;
    const drawn = sharp(input).rotate();
    const width = limited(wanted.width);
    const height = limited(wanted.height);
    if (width !== undefined || height !== undefined) {
      drawn.resize({
        width,
        height,
        fit: fits[wanted.resize ?? 'cover'],
        withoutEnlargement: true,
      });
    }
    const body = await drawn.toFormat(format, { quality: wanted.quality ?? 80 }).toBuffer();
    return { body, contentType: `image/${format}`, contentLength: body.byteLength };
  },
};

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

function limited(size: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.min(Math.max(size, 1), largest);
}

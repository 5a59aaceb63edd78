import { limits } from '#shared/domain/limits.ts';

/** Megapixels to try; more are too many for a canvas on some phones. */
const sizes = [16, 4];

/** Upright, in the colors of a wide-gamut screen. Null if it still has too many bytes. */
export async function scaleDown(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file);
  for (const megapixels of sizes) {
    const scale = Math.min(1, Math.sqrt((megapixels * 1e6) / (picture.width * picture.height)));
    const [width, height] = [picture.width, picture.height].map((it) => Math.floor(it * scale));
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
    const context = canvas.getContext('2d', { colorSpace: 'display-p3' });
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const blob = await canvas.convertToBlob({ type, quality: 0.92 });
    if (blob.size <= limits.images.megabytes * 1024 * 1024) {
      return new File([blob], file.name, { type: blob.type });
    }
  }
  return null;
}

import sharp from 'sharp';

/** A small picture for a file input. */
export async function picture(name = 'garment.png') {
  const background = { r: 31, g: 59, b: 51 };
  const buffer = await sharp({ create: { width: 80, height: 100, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** A picture of more pixels than the shop takes. */
export async function vastPicture(name: string) {
  const create = { width: 8000, height: 6400, channels: 3, background: '#1f3b33' } as const;
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
}

/** A picture that ends before its end, which only the API sees. */
export async function cutPicture(name: string) {
  const whole = await picture(name);
  return { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 12) };
}

/** A text file with the extension of a picture, and the error for it. */
export const notAPicture = {
  name: 'notes.png',
  mimeType: 'image/png',
  buffer: Buffer.from('Buy more wool'),
  refusal: 'notes.png is not a PNG, JPEG, WebP, AVIF or GIF picture',
};

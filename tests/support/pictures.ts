import sharp from 'sharp';

/** A small picture as a person would choose it from the disk. */
export async function picture(name = 'garment.png') {
  const background = { r: 31, g: 59, b: 51 };
  const buffer = await sharp({ create: { width: 80, height: 100, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

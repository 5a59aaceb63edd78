import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countPixels } from '../../../supabase/functions/_shared/domain/picture-size.ts';
import { cleanPicture } from '../../../supabase/functions/api/clean-picture/clean-picture.ts';
import { readPicture, readPictures } from '../../../supabase/functions/api/pictures.ts';

const kinds = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const;

async function draw(kind: (typeof kinds)[number], width = 123, height = 45, options = {}) {
  const canvas = sharp({ create: { width, height, channels: 3, background: '#2f3e55' } });
  return new Uint8Array(await canvas.toFormat(kind, options).toBuffer());
}

describe.each(kinds)('a %s', (kind) => {
  test('is known by its content, whatever it is called', async () => {
    const file = new File([await draw(kind)], 'script.exe', { type: 'text/html' });
    const picture = await readPicture([file]);
    expect([picture.extension, picture.type]).toEqual([kind, `image/${kind}`]);
    expect(countPixels(kind, picture.bytes)).toBe(123 * 45);
  });

  test('is refused when it is cut off in its header', async () => {
    const file = new File([(await draw(kind)).subarray(0, kind === 'gif' ? 9 : 15)], `a.${kind}`);
    await expect(readPicture([file])).rejects.toMatchObject({ status: 400, code: 'not_accepted' });
  });
});

/** Noise, of which every byte of the file counts. */
async function drawNoise(kind: (typeof kinds)[number], options = {}, pages = 1) {
  const [width, height] = [64, 40 * pages];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const raw = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .raw()
    .toBuffer();
  const picture = sharp(raw, { raw: { width, height, channels: 3, pageHeight: 40 } });
  return new Uint8Array(await picture.toFormat(kind, options).toBuffer());
}

describe.each([
  ['PNG', 'png', {}, 1],
  ['interlaced PNG', 'png', { progressive: true }, 1],
  ['JPEG', 'jpeg', {}, 1],
  ['progressive JPEG', 'jpeg', { progressive: true, quality: 100 }, 1],
  ['GIF', 'gif', {}, 1],
  ['moving GIF', 'gif', {}, 3],
  ['WebP', 'webp', {}, 1],
  ['lossless WebP', 'webp', { lossless: true }, 1],
  ['moving WebP', 'webp', {}, 3],
  ['AVIF', 'avif', {}, 1],
] as const)('a %s', (_, kind, options, pages) => {
  test('is taken whole, without what follows its end, and refused when it is cut off anywhere', async () => {
    const whole = await drawNoise(kind, options, pages);
    expect(cleanPicture(kind, new Uint8Array([...whole, 1, 2, 3]))).toEqual(whole);
    // Some hundred places, and each of the last ones.
    const step = Math.ceil(whole.length / 300);
    const lengths = Array.from(whole.keys()).slice(1);
    const tried = lengths.filter((it) => it % step === 0 || it > whole.length - 100);
    expect(tried.filter((it) => cleanPicture(kind, whole.slice(0, it)))).toEqual([]);
    const half = new File([whole.slice(0, whole.length / 2)], `half.${kind}`);
    await expect(readPictures([new File([whole], 'a'), half], 2)).rejects.toMatchObject({
      status: 400,
      message: `half.${kind} is incomplete`,
      extras: { issues: [{ path: 'images.1', message: `half.${kind} is incomplete` }] },
    });
  });
});

test('every picture of the demo shop is taken as it is', async () => {
  const folder = join(import.meta.dirname, '../../../supabase/images');
  const names = (await readdir(folder, { recursive: true })).filter((it) => it.endsWith('.webp'));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const bytes = new Uint8Array(await readFile(join(folder, name)));
    expect(Buffer.compare(cleanPicture('webp', bytes) ?? bytes.slice(1), bytes), name).toBe(0);
  }
});

test('both further kinds of WebP are measured', async () => {
  const lossless = await draw('webp', 300, 200, { lossless: true });
  expect(countPixels('webp', lossless)).toBe(60_000);
  const canvas = { width: 70, height: 60, channels: 4, background: '#0000' } as const;
  const transparent = await sharp({ create: canvas }).webp().toBuffer();
  expect(countPixels('webp', new Uint8Array(transparent))).toBe(4_200);
});

test('a small file with a huge picture in it is refused', async () => {
  const bomb = await draw('png');
  // Width and height stand in the header.
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(16, 10_000);
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(20, 6_000);
  await expect(readPicture([new File([bomb], 'bomb.png')])).rejects.toThrow(/megapixels/);
});

test('what is no picture, nothing, and too many are refused', async () => {
  for (const text of ['', '<svg/>', 'GIF', '<?php', '\u0000'.repeat(50)]) {
    await expect(readPicture([new File([text], 'a.png')])).rejects.toMatchObject({ status: 400 });
  }
  await expect(readPicture([])).rejects.toThrow(/Choose a picture/);
  const file = new File([await draw('png')], 'a.png');
  await expect(readPictures([file, file], 1)).rejects.toThrow(/At most 1/);
});

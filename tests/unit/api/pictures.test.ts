import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countPixels } from '../../../supabase/functions/api/picture-size.ts';
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

test('both further kinds of WebP are measured', async () => {
  const lossless = await draw('webp', 300, 200, { lossless: true });
  expect(countPixels('webp', lossless)).toBe(60_000);
  const canvas = { width: 70, height: 60, channels: 4, background: '#0000' } as const;
  const transparent = await sharp({ create: canvas }).webp().toBuffer();
  expect(countPixels('webp', new Uint8Array(transparent))).toBe(4_200);
});

test('a small file with a huge picture in it is refused', async () => {
  const bomb = await draw('png', 10_000, 6_000);
  expect(bomb.length).toBeLessThan(1_000_000);
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

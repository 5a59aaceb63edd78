import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PictureKind } from '../../../supabase/functions/_shared/domain/picture-size.ts';
import { asciiBytes, concat, uint32 } from '../../../supabase/functions/api/clean-picture/bytes.ts';
import { cleanPicture } from '../../../supabase/functions/api/clean-picture/clean-picture.ts';

const secret = 'Jane Photographer';
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const canvas = { width: 64, height: 40, channels: 3, background: '#000', noise } as const;
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { pages: -1 }).autoOrient().raw().toBuffer();

/** As from a phone: with the photographer, the place, a description, a color profile, and turned. */
async function photograph(kind: PictureKind) {
  const picture = sharp({ create: canvas })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${secret} --></x:xmpmeta>`);
  return bytesOf(await picture.toFormat(kind).toBuffer());
}

function clean(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>) {
  const cleaned = cleanPicture(kind, bytes);
  if (!cleaned) throw new Error(`The ${kind} is incomplete`);
  return cleaned;
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a photograph as %s keeps its pixels, its color profile and which side is up, and nothing else',
  async (kind) => {
    const taken = await photograph(kind);
    expect(textOf(taken)).toContain(secret);
    const cleaned = clean(kind, taken);
    expect(textOf(cleaned)).not.toContain(secret);
    const [before, after] = await Promise.all([taken, cleaned].map((it) => sharp(it).metadata()));
    expect(before?.icc).toBeDefined();
    expect(after).toMatchObject({ icc: before?.icc, autoOrient: before?.autoOrient });
    expect(after).not.toHaveProperty('xmp');
    // A TIFF structure with a single entry.
    if (kind !== 'avif') expect(after?.exif?.length).toBeLessThanOrEqual(32);
    expect((await pixelsOf(cleaned)).equals(await pixelsOf(taken))).toBe(true);
    expect(clean(kind, cleaned)).toEqual(cleaned);
  },
);

/** A block of JPEG, with its marker and length. */
const segment = (marker: number, content: string) =>
  concat([new Uint8Array([0xff, marker, 0, content.length + 2]), asciiBytes(content)]);

const inserted = (bytes: Uint8Array, at: number, part: Uint8Array) =>
  concat([bytes.subarray(0, at), part, bytes.subarray(at)]);

async function draw(kind: PictureKind, options = {}) {
  return bytesOf(await sharp({ create: canvas }).toFormat(kind, options).toBuffer());
}

describe('metadata of other programs is removed:', () => {
  test('in JPEG a comment, a thumbnail, and a second picture with its index', async () => {
    const plain = await draw('jpeg', { progressive: true });
    const jfif = new Uint8Array([
      0xff,
      0xe0,
      0,
      19,
      ...asciiBytes('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc'),
    ]);
    const added = [segment(0xfe, secret), segment(0xe2, `MPF\0${secret}`), segment(0xed, secret)];
    const scan = textOf(plain).lastIndexOf('\xff\xda');
    const between = inserted(plain, scan, segment(0xfe, secret));
    const whole = concat([inserted(between, 2, concat([jfif, ...added])), plain]);
    const cleaned = clean('jpeg', whole);
    expect(textOf(cleaned)).not.toContain('abc');
    const bare = inserted(plain, 2, asciiBytes('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0'));
    expect(cleaned).toEqual(bare);
  });

  test('in PNG texts, and the time of the last change', async () => {
    const plain = await draw('png');
    const texts = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX'].map((name) =>
      concat([uint32(secret.length), asciiBytes(`${name}${secret}`), uint32(0)]),
    );
    expect(clean('png', inserted(plain, 33, concat(texts)))).toEqual(plain);
  });

  test('in GIF comments and unknown extensions, but not how often it repeats', async () => {
    const plain = await draw('gif', { loop: 3 });
    const end = plain.length - 1;
    const block = `${String.fromCharCode(secret.length)}${secret}\0`;
    const xmp = asciiBytes(`!\xff\x0bXMP DataXMP${block}`);
    const whole = inserted(plain, end, concat([asciiBytes(`!\xfe${block}`), xmp]));
    expect(clean('gif', whole)).toEqual(plain);
  });

  test('in WebP unknown chunks, of a frame of an animation too', async () => {
    const canvasOfTwo = { ...canvas, height: 80, pageHeight: 40 };
    const moving = await sharp({ create: canvasOfTwo }).webp({ loop: 3 }).toBuffer();
    const plain = bytesOf(moving);
    const hidden = concat([
      asciiBytes('note'),
      uint32(secret.length + 1, true),
      asciiBytes(`${secret}\0`),
    ]);
    const frame = textOf(plain).indexOf('ANMF');
    const length = new DataView(plain.buffer).getUint32(frame + 4, true);
    const whole = inserted(plain, frame + 8 + length, hidden);
    whole.set(uint32(length + hidden.length, true), frame + 4);
    const withBoth = concat([whole, hidden]);
    withBoth.set(uint32(withBoth.length - 8, true), 4);
    expect(clean('webp', withBoth)).toEqual(plain);
  });

  test('in AVIF boxes before and after the picture, but not its transparency', async () => {
    const clear = { width: 64, height: 40, channels: 4, background: '#f008' } as const;
    const plain = bytesOf(await sharp({ create: clear }).avif().toBuffer());
    expect((await sharp(plain).metadata()).hasAlpha).toBe(true);
    const box = concat([uint32(8 + secret.length), asciiBytes(`uuid${secret}`)]);
    expect(clean('avif', concat([plain, box]))).toEqual(plain);
    const cleaned = clean('avif', concat([box, plain]).slice());
    expect(textOf(cleaned)).not.toContain(secret);
  });
});

test('a picture is upright by the orientation of its first Exif, however it is written', async () => {
  const plain = await draw('jpeg');
  const little = asciiBytes('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x08\0\0\0\0\0\0\0');
  const exif = concat([
    new Uint8Array([0xff, 0xe1, 0, 8 + little.length]),
    asciiBytes('Exif\0\0'),
    little,
  ]);
  const { orientation } = await sharp(clean('jpeg', inserted(plain, 2, exif))).metadata();
  expect(orientation).toBe(8);
  for (const broken of [
    '',
    'II*\0',
    'II*\0\xff\xff\xff\xff',
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x63\0\0',
  ]) {
    expect(clean('jpeg', inserted(plain, 2, segment(0xe1, `Exif\0\0${broken}`)))).toEqual(plain);
  }
});

test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
  'a %s with broken bytes is cleaned or refused, never an error',
  async (kind) => {
    const whole = kind === 'gif' ? await draw(kind) : await photograph(kind);
    const byte = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { minLength: 1, maxLength: 20 }), (changes) => {
        const broken = whole.slice();
        for (const [at, value] of changes) broken[at] = value;
        cleanPicture(kind, broken);
      }),
      { numRuns: 300, seed: 33 },
    );
  },
);

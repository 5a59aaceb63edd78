import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { banners } from '../demo/banners.ts';
import { catalogue, garments } from '../demo/catalogue/catalogue.ts';
import { advertisement, bannerImages, categoryImage, garmentImages } from '../demo/image-paths.ts';
import { jobs } from '../pictures/jobs.ts';
import { readLedger, root } from '../pictures/ledger.ts';

const bucket = join(root, 'supabase/images');

/** From the head of the file, as decoding hundreds of pictures would take long. */
function sizeOf(path: string): string {
  const head = Buffer.alloc(30);
  const file = openSync(join(bucket, path), 'r');
  readSync(file, head, 0, 30, 0);
  closeSync(file);
  const kind = `${head.toString('latin1', 8, 12)} ${head.toString('latin1', 12, 16)}`;
  const side = (at: number) => String(head.readUInt16LE(at) & 0x3fff);
  return `${kind.trim()} ${side(26)}×${side(28)}`;
}

describe('pictures', () => {
  it('shows every garment on upright sheets of 4:5', () => {
    for (const path of garments.flatMap(garmentImages)) {
      expect(sizeOf(path), path).toBe('WEBP VP8 1200×1500');
    }
  });

  it('shows every category on the same sheet', () => {
    for (const { slug } of catalogue) {
      expect(sizeOf(categoryImage(slug)), slug).toBe('WEBP VP8 1200×1500');
    }
  });

  it('has a wide and an upright scene for every banner, and an advertisement', () => {
    for (const { slug } of banners) {
      const [wide = '', phone = ''] = bannerImages(slug);
      expect(sizeOf(wide), slug).toBe('WEBP VP8 2400×1200');
      expect(sizeOf(phone), slug).toBe('WEBP VP8 1080×1440');
    }
    expect(sizeOf(advertisement)).toBe('WEBP VP8 2400×1000');
  });

  it('has a picture for links that are shared', async () => {
    const { width, height, format } = await sharp(join(root, 'public/og.jpg')).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  });

  it('are exactly those that the generator draws, unchanged since', () => {
    const ledger = readLedger();
    const drawn = jobs().flatMap(({ paths }) => paths);
    expect(Object.keys(ledger).sort()).toEqual([...drawn].sort());
    for (const [path, { file }] of Object.entries(ledger)) {
      const hash = createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex');
      expect(hash, path).toBe(file);
    }
    const kept = readdirSync(bucket, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.webp'),
    );
    expect(kept).toHaveLength(drawn.filter((path) => path.startsWith('supabase/')).length);
  });

  it('weigh less than 35 MB together', () => {
    const weight = Object.keys(readLedger()).reduce(
      (sum, path) => sum + statSync(join(root, path)).size,
      0,
    );
    expect(weight).toBeLessThan(35e6);
  });
});

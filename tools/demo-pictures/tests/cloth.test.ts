import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { garments } from '../demo/catalogue/catalogue.ts';
import { paper } from '../pictures/engine/backdrop.ts';
import { encode, paint, type Canvas } from '../pictures/engine/canvas.ts';
import { boundsOf, lay } from '../pictures/engine/lay.ts';
import { placement } from '../pictures/engine/vector.ts';
import { draw } from '../pictures/garments/draw.ts';
import type { Dye } from '../pictures/dyes.ts';

const size = { width: 120, height: 150 };

/** A small picture of a garment, laid in the middle. */
function small(slug: string, dye: Dye, seed = 7): Canvas {
  const garment = garments.find((candidate) => candidate.slug === slug);
  if (garment === undefined) throw new Error(`no garment ${slug}`);
  const drawing = draw(garment.cut, 'front', slug);
  const { left, right, top, bottom } = boundsOf(drawing);
  const scale = 110 / Math.max(right - left, bottom - top);
  const to = placement(60 - ((left + right) / 2) * scale, 75 - ((top + bottom) / 2) * scale, scale);
  const sheet = paper(size, '#d8d3c8', 1);
  paint(sheet, lay(drawing, to, size, seed), dye, to);
  return sheet;
}

/** Red, green and blue, 0 to 255, in the middle of the picture. */
async function middle(picture: Canvas): Promise<number[]> {
  const patch = await sharp(await encode(picture, 100))
    .extract({ left: 52, top: 80, width: 6, height: 6 })
    .png()
    .toBuffer();
  const { channels } = await sharp(patch).stats();
  return channels.map(({ mean }) => mean);
}

describe('the drawing of cloth', () => {
  it('comes out the same every time', async () => {
    const [one, two] = await Promise.all([
      encode(small('plain-tee', 'khaki'), 80),
      encode(small('plain-tee', 'khaki'), 80),
    ]);
    expect(one.equals(two)).toBe(true);
  });

  it('takes the dye', async () => {
    const [red = 0, green = 0, blue = 0] = await middle(small('lamb-crew-jumper', 'firebrick'));
    expect(red).toBeGreaterThan(green * 1.6);
    expect(red).toBeGreaterThan(blue * 1.6);
    const pale = await middle(small('lamb-crew-jumper', 'white'));
    const dark = await middle(small('lamb-crew-jumper', 'black'));
    expect(Math.min(...pale)).toBeGreaterThan(150);
    expect(Math.max(...dark)).toBeLessThan(80);
  });

  it('keeps to the sheet and leaves its corners bare', () => {
    const bare = paper(size, '#d8d3c8', 1);
    const laid = small('warden-overcoat', 'navy');
    for (const corner of [0, size.width - 1, size.width * (size.height - 1)]) {
      expect(laid.data[corner * 3]).toBe(bare.data[corner * 3]);
    }
  });

  it('can cut every garment, front and back', () => {
    for (const garment of garments) {
      for (const view of ['front', 'back'] as const) {
        const { left, right, top, bottom } = boundsOf(draw(garment.cut, view, garment.slug));
        const measures = [left, right, top, bottom];
        expect(measures.every(Number.isFinite), `${garment.slug} ${view}`).toBe(true);
      }
    }
  });
});

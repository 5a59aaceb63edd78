import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { banners } from '../demo/banners.ts';
import { catalogue, garmentOf, garments } from '../demo/catalogue/catalogue.ts';
import { factsOf } from '../demo/facts.ts';
import { orders } from '../demo/orders.ts';
import { reviews } from '../demo/reviews.ts';
import { seedSql } from '../demo/seed.ts';
import { orderTotal } from '../demo/seed-orders.ts';
import { stockRows } from '../demo/seed-stock.ts';
import { stock } from '../demo/stock.ts';

describe('the demo shop', () => {
  it('says how to wash a garment in Care, without the rest of its description', () => {
    const repeated = garments.filter((it) => factsOf(it).care.startsWith(it.description));
    expect(repeated.map((it) => it.slug)).toEqual([]);
  });

  it('has eight categories, at least 48 garments and three banners', () => {
    expect(catalogue).toHaveLength(8);
    expect(garments.length).toBeGreaterThanOrEqual(48);
    expect(banners).toHaveLength(3);
  });

  it('names every garment once', () => {
    expect(new Set(garments.map(({ slug }) => slug)).size).toBe(garments.length);
    expect(new Set(garments.map(({ title }) => title)).size).toBe(garments.length);
  });

  it('has some, but not many, sold out', () => {
    const gone = garments.filter(({ soldOut }) => soldOut === true).length;
    expect(gone).toBeGreaterThan(2);
    expect(gone).toBeLessThan(garments.length / 4);
  });

  it('reviews and sells only garments that it has, in colours and sizes that exist', () => {
    const known = new Map(garments.map((garment) => [garment.slug, garment]));
    for (const [slug] of reviews) expect(known.has(slug), slug).toBe(true);
    for (const line of orders.flatMap(({ lines }) => lines)) {
      const garment = known.get(line.garment);
      expect(garment?.sizes, line.garment).toContain(line.size);
      expect(garment?.colours, line.garment).toContain(line.colour);
    }
  });

  it('counts a dozen garments, some nearly and some quite sold out, one sold without stock and one dearer in a size', () => {
    const rows = stockRows();
    const barcodes = rows.map(([, , , , , , barcode = '']) => barcode.replaceAll("'", ''));
    const pieces = rows.map(([, , , count]) => Number(count));
    expect(stock).toHaveLength(12);
    for (const { slug, pieces: counts } of stock) {
      const { colours, sizes, soldOut } = garmentOf(slug);
      expect([counts.length, ...counts.map((it) => it.length)], slug).toEqual([
        colours.length,
        ...colours.map(() => sizes.length),
      ]);
      expect(soldOut, slug).toBeUndefined();
    }
    expect(pieces.filter((it) => it === 0).length).toBeGreaterThan(10);
    expect(pieces.filter((it) => it === 2).length).toBeGreaterThan(5);
    expect(stock.filter(({ backorder }) => backorder)).toHaveLength(1);
    expect(stock.filter(({ dearer }) => dearer)).toHaveLength(1);
    expect(new Set(barcodes).size).toBe(rows.length);
    expect(barcodes[0]).toBe('2000000000015');
    for (const barcode of barcodes) {
      const sum = [...barcode].reduce((all, it, at) => all + Number(it) * (at % 2 ? 3 : 1), 0);
      expect([barcode.length, barcode.slice(0, 2), sum % 10], barcode).toEqual([13, '20', 0]);
    }
  });

  it('sums an order to the cent', () => {
    const [first] = orders;
    if (first === undefined) throw new Error('no orders');
    expect(first.lines.map(({ garment, quantity }) => [garment, quantity])).toEqual([
      ['harbour-overshirt', 1],
      ['plain-tee', 2],
    ]);
    expect(orderTotal(first)).toBe('182.00');
  });

  it('is what seed.sql loads', () => {
    const seed = readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8');
    expect(seed, 'run: npm run pictures').toBe(seedSql());
  });
});

describe.each(garments.map((garment) => [garment.title, garment] as const))('%s', (_, garment) => {
  it('has a price to the cent, sizes and distinct colours', () => {
    expect(garment.price).toMatch(/^[1-9]\d{1,2}\.\d{2}$/);
    expect(garment.sizes.length).toBeGreaterThan(0);
    expect(new Set(garment.colours).size).toBe(garment.colours.length);
  });

  it('is described in two or three plain sentences', () => {
    const sentences = garment.description.split(/(?<=\.)\s+/);
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(3);
    expect(garment.description).not.toMatch(
      /\b(best|finest|perfect|ultimate|most|luxurious|amazing|stunning|iconic|must-have)\b|!/i,
    );
  });
});

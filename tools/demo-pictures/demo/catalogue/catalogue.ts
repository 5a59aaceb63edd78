import type { Category, Garment } from '../garment.ts';
import { accessories } from './accessories.ts';
import { dresses } from './dresses.ts';
import { knitwear } from './knitwear.ts';
import { outerwear } from './outerwear.ts';
import { shirts } from './shirts.ts';
import { skirts } from './skirts.ts';
import { tShirts } from './t-shirts.ts';
import { trousers } from './trousers.ts';

export const catalogue: readonly Category[] = [
  shirts,
  knitwear,
  outerwear,
  trousers,
  dresses,
  skirts,
  tShirts,
  accessories,
];

export const garments = catalogue.flatMap((category) => category.garments);

export function garmentOf(slug: string): Garment {
  const garment = garments.find((candidate) => candidate.slug === slug);
  if (garment === undefined) throw new Error(`no garment ${slug}`);
  return garment;
}

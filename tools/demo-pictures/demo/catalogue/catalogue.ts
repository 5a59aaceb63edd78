import type { Category } from '../garment.ts';
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

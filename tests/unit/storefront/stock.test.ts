import { expect, test } from 'vitest';
import type { CartItem } from '#shared/schemas/cart.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import type { Variant } from '#shared/schemas/stock.ts';
import {
  choices,
  isBlocked,
  openChoice,
  optionOf,
  optionsOf,
  stockProblem,
} from '../../../src/storefront/cart/choice.ts';
import { shownStock } from '../../../src/storefront/product/shown-stock.ts';
import { fitting, isSoldOut, priceText, stockText } from '../../../src/storefront/stock.ts';

const variant = (
  size: string | null,
  color: string | null,
  more: Partial<Variant> = {},
): Variant & { barcode: null } => ({
  ...{ size, color, sku: `${color}-${size}`, barcode: null, price: 20, stock: 'in', left: null },
  ...more,
});
const few = { stock: 'few', left: 3 } as const;
const variants = [
  variant('M', 'navy', few),
  variant('L', 'navy', { stock: 'out' }),
  variant('M', 'ecru', { price: 25 }),
];

test('a choice leaves what fits it', () => {
  const skus = (...choice: [Parameters<typeof fitting>[1]]) =>
    fitting(variants, ...choice).map((it) => it.sku);
  expect(skus({})).toEqual(['navy-M', 'navy-L', 'ecru-M']);
  expect(skus({ size: 'M', color: null })).toEqual(['navy-M', 'ecru-M']);
  expect(skus({ size: 'M', color: 'navy' })).toEqual(['navy-M']);
});

test('stock is shown as sold out, as the number left of a single choice, or as in stock', () => {
  expect([isSoldOut([]), isSoldOut(variants), isSoldOut(variants.slice(1, 2))]).toEqual([
    ...[false, false, true],
  ]);
  expect(stockText(variants.slice(1, 2))).toBe('Out of Stock');
  expect(stockText(variants.slice(0, 1))).toBe('3 left');
  expect(stockText(variants)).toBe('In Stock');
  expect(stockText(variants.slice(2))).toBe('In Stock');
  expect(stockText([])).toBe('In Stock');
});

test('a price is the lowest, and says so where others are higher', () => {
  expect(priceText(variants)).toBe('From $20.00');
  expect(priceText(variants.slice(0, 2))).toBe('$20.00');
});

const product = (more: Partial<ProductWithVariants>) =>
  ({
    variants,
    colors: ['navy', 'ecru'],
    sizes: ['M', 'L'],
    price: 20,
    ...more,
  }) as ProductWithVariants;

test('a product’s page shows what holds for all of it, and chooses where there is one choice', () => {
  expect(shownStock(product({}))).toMatchObject({
    ...{ choice: { color: undefined, size: undefined }, price: 'From $20.00', lowest: 20 },
    ...{ text: 'In Stock', stocked: { length: 3 } },
  });
  const [first] = variants;
  expect(shownStock(product({ price: 30 })).lowest).toBe(20);
  expect(shownStock(product({ colors: ['navy'], sizes: ['M'] }))).toMatchObject({
    ...{ choice: { color: 'navy', size: 'M' }, price: '$20.00', text: '3 left' },
    stocked: [{ size: first?.size, color: 'navy', price: 20, ...few }, {}, {}],
  });
});

test('a product whose stock is not counted shows its own price and availability', () => {
  const plain = [variant('M', 'navy'), variant('L', 'navy')];
  const shown = shownStock(product({ variants: plain, price: 20, availability: 'OutofStock' }));
  expect(shown).toMatchObject({ stocked: [], price: '$20.00', lowest: 20, text: 'Out of Stock' });
  expect(shownStock(product({ variants: [...plain, ...variants] })).stocked).toHaveLength(5);
  const scarce = [variant('M', 'navy'), variant('L', 'navy', few)];
  expect(shownStock(product({ variants: scarce })).stocked).toHaveLength(2);
  // One that costs more is told, and so is one that is not there.
  expect(shownStock(product({ variants: plain, price: 19 })).stocked).toHaveLength(2);
});

const item = (more: Partial<CartItem> = {}, of: Partial<CartItem['product']> = {}): CartItem => ({
  ...{
    _id: 'i',
    quantity: 1,
    enough: true,
    left: null,
    size: 'M',
    color: 'navy',
    sku: null,
    ...more,
  },
  product: {
    ...{ _id: 'p', title: 'Coat', price: 20, images: [], availability: 'InStock' },
    ...{ published: true, sizes: ['M', 'L'], colors: ['navy', 'ecru'], variants, ...of },
  },
});
const [ofColor, ofSize] = choices;

test('what was chosen of a line and is no longer offered is still an option', () => {
  expect(optionsOf(item({ size: 'XL' }), ofSize)).toEqual(['M', 'L', 'XL']);
  expect(optionsOf(item({ color: null }), ofColor)).toEqual(['navy', 'ecru']);
  expect(optionsOf(item(), ofColor)).toEqual(['navy', 'ecru']);
  expect(optionsOf(item({}, { sizes: ['', 'M'] }), ofSize)).toEqual(['M']);
});

test('a line asks for its color first, then for its size, where there is any', () => {
  const asked = (...given: Parameters<typeof item>) => openChoice(item(...given))?.name;
  expect(asked({ color: null, size: null })).toBe('color');
  expect(asked({ size: null })).toBe('size');
  expect(asked({ color: null, size: null }, { colors: [], sizes: [] })).toBeUndefined();
  expect(asked()).toBeUndefined();
  expect(asked({ size: null }, { published: false })).toBeUndefined();
});

test('an option says where it is sold out with what else is chosen', () => {
  expect(optionOf(item(), ofSize, 'L')).toEqual({ text: 'L (sold out)', soldOut: true });
  expect(optionOf(item({ color: null }), ofSize, 'M')).toEqual({ text: 'M', soldOut: false });
  expect(optionOf(item(), ofColor, 'ecru')).toEqual({ text: 'Ecru', soldOut: false });
});

test.each<[string, Partial<CartItem>, Partial<CartItem['product']>]>([
  ['', { quantity: 3 }, {}],
  ['Only 3 left: reduce the quantity to check out.', { quantity: 4 }, {}],
  ['', { color: 'ecru', quantity: 9 }, {}],
  ['', { size: 'L', quantity: 9 }, {}],
  ['', { quantity: 9 }, { variants: [] }],
  [
    'Fewer than 9 left: reduce the quantity to check out.',
    { color: 'ecru', quantity: 9, enough: false },
    {},
  ],
  [
    'Only 5 left: reduce the quantity to check out.',
    { color: 'ecru', quantity: 9, enough: false, left: 5 },
    {},
  ],
  ['', { color: 'ecru', quantity: 4, enough: false, left: 5 }, {}],
  ['Out of Stock: choose another or remove it to check out.', {}, { availability: 'OutofStock' }],
  [
    'Out of Stock: remove it to check out.',
    {},
    { availability: 'OutofStock', variants: variants.slice(1, 2) },
  ],
  [
    'No longer available: remove it to check out.',
    { size: null },
    { availability: 'OutofStock', published: false },
  ],
])('a line cannot be ordered: %j', (problem, line, of) => {
  expect(stockProblem(item(line, of))).toBe(problem);
  expect(isBlocked(item(line, of))).toBe(problem !== '');
});

test('a line with an open question is blocked', () => {
  expect(isBlocked(item({ size: null }))).toBe(true);
});

import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { colourFamilies, customFacet, mostFacetValues, priceBands } from '../domain/facets.ts';
import { formatPrice } from '../domain/money.ts';
import { sizeSystems, type SizeSystem } from '../domain/size-order.ts';
import { id, price } from './common.ts';

/** Values joined by commas, of which a product must have one. */
function values(accepts: z.ZodType<string>, description: string) {
  const isList = (text: string): boolean => {
    const parts = text.split(',').map((it) => it.trim());
    return parts.length <= mostFacetValues && parts.every((it) => accepts.safeParse(it).success);
  };
  return z
    .string()
    .max(2000)
    .refine(isList, `Expected ${description}, at most ${mostFacetValues}, joined by commas`)
    .transform((text) => [...new Set(text.split(',').map((it) => it.trim()))])
    .optional()
    .meta({ description: `${description}, joined by commas` });
}

/** Why two prices are no range, said at the higher one; null if they are one. */
export const notInOrder = (min: number | undefined, max: number | undefined): string | null =>
  min !== undefined && max !== undefined && max < min
    ? `Has to be at least ${formatPrice(min)}`
    : null;

const bound = (which: string) =>
  price.optional().meta({ description: `The ${which} price in the shop’s currency` });

/** Filters of lists and searches; all of them must fit. */
export const productFilters = z.object({
  category: values(id, 'ids of categories'),
  size: values(z.string().regex(/^[^\p{Cc}\p{Cs}]{1,60}$/u), 'sizes'),
  color: values(z.enum(colourFamilies), `families of colours (${colourFamilies.join(', ')})`),
  price: values(
    z.enum(priceBands),
    `ranges of prices in the shop’s currency (${priceBands.join(', ')})`,
  ),
  availability: values(z.enum(availabilities), `availabilities (${availabilities.join(', ')})`),
  custom: values(
    z.string().regex(customFacet),
    'values of custom fields with their keys, such as season:Winter,',
  ),
  minPrice: bound('lowest'),
  maxPrice: bound('highest'),
});
/** A refined query cannot be extended, so this is the last step of each. */
export function withPricesInOrder<Query extends z.ZodObject>(query: Query): Query {
  return query.superRefine((value, context) => {
    const { minPrice, maxPrice } = productFilters
      .pick({ minPrice: true, maxPrice: true })
      .parse(value);
    const message = notInOrder(minPrice, maxPrice);
    if (message) context.addIssue({ code: 'custom', path: ['maxPrice'], message });
  });
}
export type ProductFilters = z.output<typeof productFilters>;

const facetValue = z.object({ value: z.string(), name: z.string(), count: z.int() });
export type FacetValue = z.infer<typeof facetValue>;
/** `system` tells letters from numbers, ages and the like. */
const sizeValue = facetValue.extend({
  system: z.enum(Object.keys(sizeSystems) as [SizeSystem, ...SizeSystem[]]),
});

/** `count` is how many products there are with this value and with the filters of the other facets. */
export const facetsReply = z.object({
  total: z.int(),
  facets: z.object({
    category: z.array(facetValue),
    size: z.array(sizeValue),
    color: z.array(facetValue),
    price: z.array(facetValue),
    availability: z.array(facetValue),
    /** The custom fields that are filters; `value` is what the parameter takes, with the key. */
    custom: z.array(z.object({ key: z.string(), name: z.string(), values: z.array(facetValue) })),
  }),
});
export type FacetsReply = z.infer<typeof facetsReply>;

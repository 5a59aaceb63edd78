import { z } from 'zod';
import { availabilities } from '../domain/availability.ts';
import { colourFamilies, mostFacetValues, priceBands } from '../domain/facets.ts';
import { id } from './common.ts';

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
});
export type ProductFilters = z.output<typeof productFilters>;

const facetValue = z.object({ value: z.string(), name: z.string(), count: z.int() });
export type FacetValue = z.infer<typeof facetValue>;

/** `count` is how many products there are with this value and with the filters of the other facets. */
export const facetsReply = z.object({
  total: z.int(),
  facets: z.object({
    category: z.array(facetValue),
    size: z.array(facetValue),
    color: z.array(facetValue),
    price: z.array(facetValue),
    availability: z.array(facetValue),
  }),
});
export type FacetsReply = z.infer<typeof facetsReply>;

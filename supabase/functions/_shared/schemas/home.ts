import { z } from 'zod';
import { id, link, requiredText, text, visibleText } from './common.ts';

/** The sections of the design, in its order; each is there once, and can be hidden. */
const builtInSections = [
  'banners',
  'promises',
  'categories',
  'newest',
  'advertisement',
  'recommended',
] as const;

const shown = z.boolean();
const builtIn = z
  .strictObject({
    kind: z.enum(builtInSections),
    id: z.enum(builtInSections),
    shown,
    /** Empty for that of the design. */
    heading: visibleText(100),
  })
  .refine((it) => it.id === it.kind, 'The id of a section of the design is its kind');

const added = { id, shown, heading: requiredText(100) };
export const textSection = z.strictObject({
  kind: z.literal('text'),
  ...added,
  /** An empty line begins a paragraph. */
  text: requiredText(2000),
  /** A picture that `POST /shop/picture` took, as URL or path; empty for none. */
  image: text(500),
  link,
  linkText: visibleText(100),
});
export const productsSection = z.strictObject({
  kind: z.literal('products'),
  ...added,
  products: z.array(id).min(1, 'Choose at least one').max(12, 'At most 12 products'),
});

const homeSection = z.discriminatedUnion('kind', [builtIn, textSection, productsSection]);
export type HomeSection = z.output<typeof homeSection>;

/** The sections of the home page, in their order. */
export const homeSections = z
  .array(homeSection)
  .max(30, 'At most 30 sections')
  .refine((all) => new Set(all.map((it) => it.id)).size === all.length, 'A section appears twice')
  .refine(
    (all) => builtInSections.every((kind) => all.some((it) => it.kind === kind)),
    'A section of the design is missing; it can be hidden',
  );

/** `PUT /shop/home`; null for the sections of the design. */
export const homeInput = z.strictObject({ sections: homeSections.nullable() });
export const homeReply = z.object({ sections: z.array(homeSection) });
export const homeSavedReply = homeReply.extend({ message: z.string() });
export const homePictureReply = z.object({ message: z.string(), image: z.string() });

export const defaultSections: readonly HomeSection[] = builtInSections.map((kind) => ({
  ...{ kind, id: kind, shown: true, heading: '' },
}));

import { z } from 'zod';
import { requiredText, text } from './common.ts';

const range = /^(\d{1,3}(?:[.,]\d)?)(?:\s*[–-]\s*(\d{1,3}(?:[.,]\d)?))?$/;

/** Centimetres: `90`, or `85–90` from one to the other; '' where nothing is measured. */
const centimetres = text(20).transform((input, context) => {
  if (input === '') return '';
  const [, from = '', to] = range.exec(input.replaceAll(',', '.')) ?? [];
  if (from === '' || (to !== undefined && Number(from) >= Number(to))) {
    context.addIssue({ code: 'custom', message: 'Centimetres, such as 90 or 85–90' });
    return z.NEVER;
  }
  return to === undefined ? from : `${from}–${to}`;
});

const size = z.object({
  size: requiredText(60),
  /** The same size in letters, such as M for 12; filters and the search find one by the other. */
  letter: text(20).default(''),
  /** The same size elsewhere. */
  eu: text(20).default(''),
  uk: text(20).default(''),
  us: text(20).default(''),
  /** A text for each measure. */
  cm: z.array(centimetres).max(8),
});

/** `PUT /categories/{id}/size-guide`: what is measured, and the sizes in their order. */
export const sizeGuideInput = z
  .object({
    measures: z.array(requiredText(40)).min(1, 'At least one measure').max(8, 'At most 8 measures'),
    sizes: z.array(size).min(1, 'At least one size').max(40, 'At most 40 sizes'),
    /** As last read, null where there was no guide; detects concurrent edits. */
    updatedAt: z.string().max(40).nullish(),
  })
  .superRefine(({ measures, sizes }, context) => {
    const repeated = (names: readonly string[], path: (at: number) => (string | number)[]) => {
      for (const [at, name] of names.entries()) {
        if (names.indexOf(name) < at)
          context.addIssue({ code: 'custom', path: path(at), message: 'Already in this guide' });
      }
    };
    repeated(measures, (at) => ['measures', at]);
    repeated(
      sizes.map((it) => it.size),
      (at) => ['sizes', at, 'size'],
    );
    for (const [at, { cm }] of sizes.entries()) {
      if (cm.length !== measures.length)
        context.addIssue({
          ...{ code: 'custom', path: ['sizes', at, 'cm'], message: 'One entry for each measure' },
        });
    }
  });
export type SizeGuideInput = z.input<typeof sizeGuideInput>;

const texts = z.object({
  size: z.string(),
  letter: z.string().optional(),
  eu: z.string(),
  uk: z.string(),
  us: z.string(),
});
export const sizeGuide = z.object({
  category: z.object({ _id: z.string(), name: z.string() }),
  measures: z.array(z.string()),
  sizes: z.array(texts.extend({ cm: z.array(z.string()) })),
  updatedAt: z.string(),
});
export type SizeGuide = z.infer<typeof sizeGuide>;

export const sizeGuidesReply = z.object({ sizeGuides: z.array(sizeGuide) });
/** Null if the category has none. */
export const sizeGuideReply = z.object({
  categoryId: z.string(),
  sizeGuide: sizeGuide.nullable(),
});
export const sizeGuideChangedReply = z.object({ message: z.string(), sizeGuide });

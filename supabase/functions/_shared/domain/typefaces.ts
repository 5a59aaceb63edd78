/** The pairs of typefaces, for headings and for text, that a shop can choose; the first is the design's. */
export const typefaces = [
  'bodoni-hanken',
  'archivo',
  'cormorant-jost',
  'fraunces-work-sans',
  'fredoka-nunito',
  'space-grotesk-inter',
] as const;
export type Typefaces = (typeof typefaces)[number];

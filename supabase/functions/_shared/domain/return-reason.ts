/** What a customer may choose as the reason of a return. */
export const returnReasons = [
  'too_small',
  'too_large',
  'not_as_shown',
  'quality',
  'changed_mind',
  'other',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const reasonLabels: Readonly<Record<ReturnReason, string>> = {
  too_small: 'Too small',
  too_large: 'Too large',
  not_as_shown: 'Not as shown',
  quality: 'Quality not as expected',
  changed_mind: 'Changed my mind',
  other: 'Another reason',
};

/** The chosen reason and the customer's words: `Too small: The sleeves are short.` */
export const reasonText = (kind: ReturnReason | null, words: string): string =>
  [kind && reasonLabels[kind], words].filter(Boolean).join(': ');

export const productStatuses = ['published', 'draft'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** The label of each status; shoppers see only published products. */
export const productStatusLabels: Readonly<Record<ProductStatus, string>> = {
  published: 'Published',
  draft: 'Draft',
};

/** What a shopper may want to know about a product beside its description, in the order of the product page. */
export const factNames = ['composition', 'care', 'fit', 'origin', 'delivery'] as const;
export type FactName = (typeof factNames)[number];

export const factLabels: Readonly<Record<FactName, string>> = {
  composition: 'Composition',
  care: 'Care',
  fit: 'Fit',
  origin: 'Origin',
  delivery: 'Delivery and returns',
};

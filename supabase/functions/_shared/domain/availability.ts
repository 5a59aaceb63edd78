export const availabilities = ['InStock', 'OutofStock'] as const;
export type Availability = (typeof availabilities)[number];

/** The label of each availability. */
export const availabilityLabels: Readonly<Record<Availability, string>> = {
  InStock: 'In Stock',
  OutofStock: 'Out of Stock',
};

/** Only products in stock can be added to a cart. */
export function canBeBought(product: { availability: Availability }): boolean {
  return product.availability === 'InStock';
}

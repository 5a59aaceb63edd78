export const availabilities = ['InStock', 'OutofStock'] as const;
export type Availability = (typeof availabilities)[number];

/** What people read for each availability. */
export const availabilityLabels: Readonly<Record<Availability, string>> = {
  InStock: 'In Stock',
  OutofStock: 'Out of Stock',
};

/** Only what is in stock can go into a cart. */
export function canBeBought(product: { availability: Availability }): boolean {
  return product.availability === 'InStock';
}

/** What can have custom fields, in the order of the back office. */
export const customResources = ['product', 'customer', 'order', 'company'] as const;
export type CustomResource = (typeof customResources)[number];

/** What values of a custom field are; SQL checks them (`private.custom_value_problem`). */
export const customKinds = ['text', 'number', 'choice', 'date', 'link', 'picture'] as const;
export type CustomKind = (typeof customKinds)[number];

/** A key made of a name, such as `fabric_weight`; '' for a name without Latin letters. */
export function customKey(name: string): string {
  const words = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const key = words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[\d_]+|_+$/g, '');
  return key.slice(0, 40).replace(/_+$/, '');
}

/** The heading of a field in files of products, which may be imported. */
export const customColumn = (key: string): string => `custom.${key}`;

/** What a column of a file of products may hold, and how people read it. */
export const importFields = {
  handle: 'Handle',
  title: 'Title',
  description: 'Description',
  shortDescription: 'Short description',
  category: 'Category',
  productType: 'Second category',
  price: 'Price',
  salePrice: 'Sale price',
  compareAtPrice: 'Compare-at price',
  sku: 'SKU',
  barcode: 'Barcode',
  size: 'Size',
  color: 'Color',
  option1Name: 'Option 1: name',
  option1Value: 'Option 1: value',
  option2Name: 'Option 2: name',
  option2Value: 'Option 2: value',
  option3Name: 'Option 3: name',
  option3Value: 'Option 3: value',
  attributes: 'Options as name=value',
  stock: 'Stock',
  inStock: 'In stock, yes or no',
  stockTracker: 'Whether stock is counted',
  backorder: 'Sold without stock',
  weight: 'Weight in g, or with its unit',
  weightKg: 'Weight in kg',
  weightLb: 'Weight in lb',
  weightOz: 'Weight in oz',
  status: 'Status',
  published: 'Published, yes or no',
  taxable: 'Taxed, yes or no',
  taxClass: 'Tax class',
  kind: 'Kind of row',
  parent: 'Product of the row',
  variations: 'Variations of the row',
  sizes: 'Sizes with | between',
  colors: 'Colors with | between',
  composition: 'Composition',
  care: 'Care',
  fit: 'Fit',
  origin: 'Origin',
  delivery: 'Delivery',
  length: 'Length in cm',
  pictures: 'Pictures: addresses, with commas between',
  morePictures: 'More pictures',
  variantPicture: 'Picture of the variant',
  picturePlace: 'Place of the picture',
} as const;
export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as ImportField[];

export const isImportField = (name: string): name is ImportField => name in importFields;

/** Fields of one's own that products have; their columns are called as in the export. */
export interface OwnField {
  readonly column: string;
  readonly name: string;
}

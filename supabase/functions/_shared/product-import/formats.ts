import type { ImportField } from './fields.ts';

/** Where a file of products comes from. */
export const importFormats = {
  own: 'this shop',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  google: 'Google Merchant Center',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  unknown: 'a shop that is not known',
} as const;
export type ImportFormat = keyof typeof importFormats;
export type ForeignFormat = Exclude<ImportFormat, 'own'>;

/** Headings of a format: the field that each holds, or null for what this shop does not take. */
type Headings = Readonly<Record<string, ImportField | null>>;

const leftOut = (...headings: string[]): Headings =>
  Object.fromEntries(headings.map((it) => [it.toLowerCase(), null]));

/** Old headings and those since 2024. */
const shopify: Headings = {
  handle: 'handle',
  'url handle': 'handle',
  title: 'title',
  'body (html)': 'description',
  description: 'description',
  type: 'category',
  'product category': 'productType',
  status: 'status',
  published: 'published',
  'published on online store': 'published',
  'option1 name': 'option1Name',
  'option1 value': 'option1Value',
  'option2 name': 'option2Name',
  'option2 value': 'option2Value',
  'option3 name': 'option3Name',
  'option3 value': 'option3Value',
  'variant sku': 'sku',
  sku: 'sku',
  'variant barcode': 'barcode',
  barcode: 'barcode',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'compareAtPrice',
  'compare-at price': 'compareAtPrice',
  'variant grams': 'weight',
  'weight value (grams)': 'weight',
  'variant inventory tracker': 'stockTracker',
  'inventory tracker': 'stockTracker',
  'variant inventory qty': 'stock',
  'inventory quantity': 'stock',
  'variant inventory policy': 'backorder',
  'continue selling when out of stock': 'backorder',
  'variant taxable': 'taxable',
  'charge tax': 'taxable',
  ...leftOut('Vendor', 'Tags', 'Custom Product Type', 'Standard Product Type', 'Collection'),
  ...leftOut('Option1 Linked To', 'Option2 Linked To', 'Option3 Linked To', 'Gift Card'),
  ...leftOut('Variant Fulfillment Service', 'Fulfillment service', 'Variant Requires Shipping'),
  ...leftOut('Requires shipping', 'Variant Weight Unit', 'Weight unit for display'),
  ...leftOut('Variant Tax Code', 'Tax code', 'Cost per item', 'SEO Title', 'SEO Description'),
  ...leftOut('Image Src', 'Product image URL', 'Image Position', 'Image Alt Text'),
  ...leftOut('Variant Image', 'Variant image URL', 'Unit Price Total Measure'),
  ...leftOut('Unit Price Total Measure Unit', 'Unit Price Base Measure'),
  ...leftOut('Unit Price Base Measure Unit'),
};

const woocommerce: Headings = {
  id: 'handle',
  type: 'kind',
  sku: 'sku',
  'gtin, upc, ean, or isbn': 'barcode',
  name: 'title',
  published: 'published',
  'short description': 'shortDescription',
  description: 'description',
  'tax status': 'taxable',
  'tax class': 'taxClass',
  'in stock?': 'inStock',
  stock: 'stock',
  'backorders allowed?': 'backorder',
  'weight (g)': 'weight',
  'weight (kg)': 'weightKg',
  'weight (lbs)': 'weightLb',
  'weight (oz)': 'weightOz',
  'sale price': 'salePrice',
  'regular price': 'price',
  categories: 'category',
  parent: 'parent',
  'attribute 1 name': 'option1Name',
  'attribute 1 value(s)': 'option1Value',
  'attribute 2 name': 'option2Name',
  'attribute 2 value(s)': 'option2Value',
  'attribute 3 name': 'option3Name',
  'attribute 3 value(s)': 'option3Value',
  ...leftOut('Is featured?', 'Visibility in catalog', 'Date sale price starts', 'Tags', 'Brands'),
  ...leftOut('Date sale price ends', 'Low stock amount', 'Sold individually?', 'Shipping class'),
  ...leftOut('Allow customer reviews?', 'Purchase note', 'Images', 'Download limit', 'Position'),
  ...leftOut('Download expiry days', 'Grouped products', 'Upsells', 'Cross-sells'),
  ...leftOut('External URL', 'Button text', 'Cost of goods', 'Swatches Attributes'),
};

const google: Headings = {
  id: 'sku',
  'item group id': 'parent',
  title: 'title',
  description: 'description',
  price: 'price',
  'sale price': 'salePrice',
  availability: 'inStock',
  gtin: 'barcode',
  size: 'size',
  color: 'color',
  'product type': 'category',
  'google product category': 'productType',
  'shipping weight': 'weight',
  quantity: 'stock',
  ...leftOut('link', 'mobile link', 'image link', 'additional image link', 'brand', 'mpn'),
  ...leftOut('condition', 'identifier exists', 'gender', 'age group', 'shipping', 'tax', 'adult'),
  ...leftOut('sale price effective date', 'availability date', 'custom label 0', 'size type'),
  ...leftOut('custom label 1', 'custom label 2', 'custom label 3', 'custom label 4', 'material'),
  ...leftOut('size system', 'pattern', 'product highlight', 'product detail', 'is bundle'),
  ...leftOut('cost of goods sold', 'expiration date', 'ads redirect', 'shipping label'),
};

const prestashop: Headings = {
  id: 'handle',
  'product id': 'handle',
  'active (0/1)': 'published',
  'name *': 'title',
  'name*': 'title',
  name: 'title',
  'categories (x,y,z...)': 'category',
  'price tax excluded': 'price',
  'price tax included': 'price',
  'price tax excluded or price tax included': 'price',
  'reference #': 'sku',
  reference: 'sku',
  ean13: 'barcode',
  weight: 'weightKg',
  quantity: 'stock',
  'short description': 'shortDescription',
  summary: 'shortDescription',
  description: 'description',
  ...leftOut('Tax rules ID', 'Wholesale price', 'Cost price', 'On sale (0/1)', 'Discount amount'),
  ...leftOut('Discount percent', 'Discount from (yyyy-mm-dd)', 'Discount to (yyyy-mm-dd)', 'UPC'),
  ...leftOut('Supplier reference #', 'Supplier', 'Manufacturer', 'Brand', 'MPN', 'Ecotax', 'Width'),
  ...leftOut('Height', 'Depth', 'Delivery time of in-stock products', 'Low stock level'),
  ...leftOut('Delivery time of out-of-stock products with allowed orders', 'Minimal quantity'),
  ...leftOut('Receive a low stock alert by email', 'Visibility', 'Additional shipping cost'),
  ...leftOut('Unity', 'Unit for base price', 'Unit price', 'Base price', 'Tags (x,y,z...)'),
  ...leftOut('Meta title', 'Meta keywords', 'Meta description', 'URL rewritten'),
  ...leftOut('Text when in stock', 'Text when backorder allowed', 'Label when in stock'),
  ...leftOut('Label when backorder allowed', 'Available for order (0 = No, 1 = Yes)'),
  ...leftOut('Product available date', 'Product availability date', 'Product creation date'),
  ...leftOut('Show price (0 = No, 1 = Yes)', 'Image URLs (x,y,z...)', 'Condition'),
  ...leftOut('Image alt texts (x,y,z...)', 'Delete existing images (0 = No, 1 = Yes)'),
  ...leftOut('Feature(Name:Value:Position)', 'Feature (Name:Value:Position:Customized)'),
  ...leftOut('Available online only (0 = No, 1 = Yes)', 'Customizable (0 = No, 1 = Yes)'),
  ...leftOut('Uploadable files (0 = No, 1 = Yes)', 'Text fields (0 = No, 1 = Yes)'),
  ...leftOut('Out of stock action', 'Virtual product (0 = No, 1 = Yes)', 'ID / Name of shop'),
  ...leftOut('Action when out of stock', 'Advanced stock management', 'Depends on stock'),
  ...leftOut('Warehouse', 'Accessories (x,y,z...)'),
};

/** Headings are compared with spaces for their underscores. */
const magento: Headings = {
  sku: 'sku',
  'product type': 'kind',
  categories: 'category',
  name: 'title',
  description: 'description',
  'short description': 'shortDescription',
  'product online': 'published',
  'tax class name': 'taxable',
  price: 'price',
  'special price': 'salePrice',
  'url key': 'handle',
  'additional attributes': 'attributes',
  qty: 'stock',
  'is in stock': 'inStock',
  'manage stock': 'stockTracker',
  'allow backorders': 'backorder',
  'configurable variations': 'variations',
  size: 'size',
  color: 'color',
  // Whether it is in kilograms or pounds is not in the file.
  ...leftOut('weight', 'store view code', 'attribute set code', 'product websites', 'visibility'),
  ...leftOut('special price from date', 'special price to date', 'meta title', 'meta keywords'),
  ...leftOut('meta description', 'base image', 'base image label', 'small image', 'swatch image'),
  ...leftOut('small image label', 'thumbnail image', 'thumbnail image label', 'created at'),
  ...leftOut('swatch image label', 'updated at', 'new from date', 'new to date', 'map price'),
  ...leftOut('display product options in', 'msrp price', 'map enabled', 'gift message available'),
  ...leftOut('custom design', 'custom design from', 'custom design to', 'custom layout update'),
  ...leftOut('page layout', 'product options container', 'msrp display actual price type'),
  ...leftOut('country of manufacture', 'out of stock qty', 'use config min qty', 'is qty decimal'),
  ...leftOut('use config backorders', 'min cart qty', 'use config min sale qty', 'max cart qty'),
  ...leftOut('use config max sale qty', 'notify on stock below', 'use config manage stock'),
  ...leftOut('use config notify stock qty', 'use config qty increments', 'qty increments'),
  ...leftOut('use config enable qty inc', 'enable qty increments', 'is decimal divided'),
  ...leftOut('website id', 'related skus', 'related position', 'crosssell skus', 'upsell skus'),
  ...leftOut('crosssell position', 'upsell position', 'additional images', 'custom options'),
  ...leftOut('additional image labels', 'hide from product page', 'bundle price type'),
  ...leftOut('bundle sku type', 'bundle price view', 'bundle weight type', 'bundle values'),
  ...leftOut('bundle shipment type', 'configurable variation labels', 'associated skus'),
  ...leftOut('deferred stock update', 'use config deferred stock update', 'downloadable links'),
  ...leftOut('downloadable samples', 'custom layout', 'gift wrapping available'),
};

interface FormatColumns {
  readonly headings: Headings;
  /** One of each list is in every file of the format. */
  readonly signs: readonly (readonly string[])[];
  /** Columns of the format that this shop does not take, by the beginning of their headings. */
  readonly leftOut?: RegExp;
}

/** In the order in which files are compared with them. */
export const formatColumns: Readonly<Record<Exclude<ForeignFormat, 'unknown'>, FormatColumns>> = {
  shopify: {
    headings: shopify,
    signs: [
      ['handle', 'url handle'],
      [
        'option1 name',
        'option1 value',
        'variant price',
        'body (html)',
        'published on online store',
      ],
    ],
    leftOut:
      /^(google shopping \/|price \/|compare at price \/|included \/)|\(product\.metafields\./,
  },
  woocommerce: {
    headings: woocommerce,
    signs: [['type'], ['name'], ['regular price', 'attribute 1 name', 'sale price']],
    leftOut: /^(meta: |download \d+ |attribute \d+ (visible|global|default)$)/,
  },
  google: {
    headings: google,
    signs: [['id'], ['title'], ['availability', 'image link', 'link'], ['price']],
  },
  prestashop: {
    headings: prestashop,
    signs: [['active (0/1)'], ['name *', 'name*', 'name']],
  },
  magento: {
    headings: magento,
    signs: [
      ['sku'],
      ['attribute set code', 'product type'],
      ['name'],
      ['product online', 'url key', 'visibility'],
    ],
  },
};

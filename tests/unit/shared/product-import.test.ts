import { expect, test } from 'vitest';
import { plainAmount, plainGrams, plainSku } from '#shared/product-import/cells.ts';
import { messages, productsOf, recognised } from './product-tables.ts';

const shopify = `
Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Taxable,Variant Barcode,Image Src,Image Position,Cost per item,Status,Google Shopping / MPN
linen-shirt,Linen Shirt,<p>Cool &amp; light</p>,Loom,Apparel & Accessories > Clothing > Shirts,,"summer, linen",TRUE,Size,S,Colour,Sand,ls s/sand,240,shopify,4,deny,59.00,79.00,TRUE,'4006381333931,https://cdn.example/1.jpg,1,20.00,active,
linen-shirt,,,,,,,,,M,,Sand,LS-M-SAND,260,shopify,-2,continue,64.00,79.00,TRUE,,https://cdn.example/2.jpg,2,,,
linen-shirt,,,,,,,,,M,,Sky,LS-M-SKY,260,,7,deny,59.00,79.00,TRUE,,,,,,
linen-shirt,,,,,,,,,,,,,,,,,,,,,https://cdn.example/3.jpg,3,,,
gift-card,Gift card,,Loom,,Cards,,FALSE,Title,Default Title,,,,0,,,deny,25,,FALSE,,,,,active,
`;

test('Shopify: the rows of a handle are one product with its sizes and colors', () => {
  const [shirt, card, ...others] = productsOf(shopify, 'shopify');
  expect(others).toEqual([]);
  expect(shirt).toMatchObject({
    ...{ row: 2, handle: 'linen-shirt', problems: [] },
    cells: {
      ...{ title: 'Linen Shirt', description: '<p>Cool &amp; light</p>', category: 'Shirts' },
      ...{ price: '59', compareAtPrice: '79', sizes: 'S | M', colors: 'Sand | Sky', weight: '260' },
      ...{ status: 'published', taxClass: 'standard', 'custom.tags': 'summer, linen' },
    },
    variants: [
      {
        ...{ size: 'S', color: 'Sand', sku: 'LS-S/SAND', barcode: '4006381333931' },
        ...{ priceDelta: 0, policy: 'deny', stock: 4 },
      },
      { ...{ size: 'M', color: 'Sand', priceDelta: 5 }, policy: 'backorder', stock: 0 },
      { size: 'M', color: 'Sky', sku: 'LS-M-SKY', priceDelta: 0 },
      { size: 'S', color: 'Sky', policy: 'deny', stock: 0, absent: true },
    ],
  });
  expect(shirt?.variants[2]).not.toHaveProperty('stock');
  expect(messages(shirt?.doubts ?? [])).toEqual([
    'SKU: “ls s/sand” becomes LS-S/SAND',
    'Row 3, Stock: -2 is below zero: taken as 0',
    'Weight in g, or with its unit: Its variants weigh differently: 260 g, the heaviest, counts',
    'Option 1: value: Not in the file, so not sold: S, Sky',
  ]);
  expect(card).toMatchObject({
    cells: { title: 'Gift card', category: 'Cards', status: 'draft', taxClass: 'zero' },
    variants: [{ size: null, color: null }],
  });
  expect(card?.cells).not.toHaveProperty('sizes');
});

test('Shopify: a product with too many sizes and colors gets none of their combinations', () => {
  const rows = Array.from({ length: 300 }, (_, n) => `cape,Cape,Size,S${n},Color,C${n},5`);
  const [cape] = productsOf(
    `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price\n${rows.join('\n')}`,
    'shopify',
  );
  expect(cape?.variants).toHaveLength(300);
});

test('Shopify: the headings since 2024, a third option, and a title too many', () => {
  const [tee] = productsOf(
    `
Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Price,Compare-at price,Cost per item,Charge tax,Inventory tracker,Inventory quantity,Weight value (grams),Product image URL,Image position,Color (product.metafields.shopify.color-pattern)
Tee,tee,,,,Tops,,TRUE,Active,T-1,,Size,S,,Cut,Slim,,"1,299.00",0.00,,TRUE,,,,,,
Other,tee,,,,Tops,,TRUE,Active,T-2,,Size,S,,Cut,Wide,,15.50,1.00,,TRUE,,,,,,
`,
    'shopify',
  );
  expect(tee).toMatchObject({
    problems: [],
    cells: { price: '15.5', compareAtPrice: '', sizes: 'S / Slim | S / Wide', category: 'Tops' },
  });
  expect(messages(tee?.doubts ?? [])).toEqual([
    'Option 1: value: “Cut” is neither size nor color: it is part of the size',
    'Row 3, Title: “Other” has the handle of this product, too',
    'Row 3, Compare-at price: Lower than the price: left out',
    'Price: From 15.5 to 1299: is one of them meant differently?',
  ]);
});

test('what is wrong in the row of a variant is said with its row and column', () => {
  const [bad] = productsOf(
    `
Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Variant Inventory Qty
bad,Bad,Size,S,***,EUR 5,123,many
bad,,,s,B-2,five,,1
bad,,,,B-3,5,,1
`,
    'shopify',
  );
  expect(messages(bad?.problems ?? [])).toEqual([
    'Stock: Not a number of pieces: “many”',
    'SKU: It has neither Latin letters nor digits',
    'Price: It is in EUR; prices of this shop are in USD',
    'Row 3, Price: Not a price: “five”',
    'Row 3, Option 1: value: Row 2 is s of this product, too',
    'Row 4, Size: Other rows of this product have one',
  ]);
  expect(messages(bad?.doubts ?? [])).toContain(
    'Barcode: Eight, or twelve to fourteen digits: “123” is left out',
  );
});

const woo = `
ID,Type,SKU,Name,Published,Is featured?,Short description,Description,Tax status,Tax class,In stock?,Stock,Backorders allowed?,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s),Attribute 2 global,Meta: _old
10,variable,HOOD,Hoodie,1,0,Warm,<b>Warm</b>,taxable,,1,,0,0.4,,,"Clothing > Hoodies, Sale",,https://shop.example/a.jpg,,Color,"Blue, Green",1,Size,"S, M",1,x
11,variation,HOOD-B,Hoodie - Blue,1,0,,,taxable,parent,1,5,0,,40,45,,,,HOOD,Color,Blue,1,Size,S,1,
12,variation,HOOD-G,Hoodie - Green,1,0,,,taxable,parent,0,,0,,,45,,,,id:10,Color,Green,1,Size,,1,
13,"simple, virtual",,Cap,-1,0,Only short,,none,,1,,0,,,12,Hats,,,,Color,Navy,1,Material,"Wool, Felt",1,
14,variation,LOST,Lost,1,0,,,,,1,,0,,,1,,,,id:99,,,,,,,
`;

test('pictures are in the order of the file, each once, with the color of the only variant that shows them', () => {
  const [shirt] = productsOf(shopify, 'shopify');
  expect(shirt?.pictures).toEqual([
    { url: 'https://cdn.example/1.jpg', line: 2, heading: 'Image Src', place: 1, color: null },
    { url: 'https://cdn.example/2.jpg', line: 3, heading: 'Image Src', place: 2, color: null },
    { url: 'https://cdn.example/3.jpg', line: 5, heading: 'Image Src', place: 3, color: null },
  ]);
  const [hoodie] = productsOf(
    woo
      .replace(
        'https://shop.example/a.jpg',
        '"https://shop.example/a,b.jpg, c.png|https://shop.example/d.jpg"',
      )
      .replace('40,45,,,,HOOD', '40,45,,,https://shop.example/d.jpg,HOOD'),
    'woocommerce',
  );
  expect(hoodie?.pictures.map((it) => [it.url, it.line, it.color])).toEqual([
    ['https://shop.example/a,b.jpg', 2, null],
    ['c.png', 2, null],
    ['https://shop.example/d.jpg', 2, 'Blue'],
  ]);
  expect(messages(hoodie?.doubts ?? [])).toContain(
    'Pictures: addresses, with commas between: Not an address, so looked for in the ZIP file with the pictures: c.png',
  );
  const [dress] = productsOf(
    `id,title,price,image_link,additional_image_link,color,item_group_id
1,Dress,9,https://a.example/1.jpg,https://a.example/all.jpg,Red,d
2,Dress,9,https://a.example/2.jpg,https://a.example/all.jpg,Blue,d`,
    'google',
  );
  expect(dress?.pictures.map((it) => [it.url.slice(18), it.color])).toEqual([
    ['1.jpg', 'Red'],
    ['all.jpg', null],
    ['2.jpg', 'Blue'],
  ]);
});

test('WooCommerce: variations follow their product, by id or SKU', () => {
  const [hoodie, cap, lost] = productsOf(woo, 'woocommerce');
  expect(hoodie).toMatchObject({
    ...{ handle: 'woocommerce:10', problems: [] },
    cells: {
      ...{ title: 'Hoodie', description: '<b>Warm</b>', category: 'Hoodies', weight: '400' },
      ...{ price: '40', compareAtPrice: '45', sizes: 'S | M', colors: 'Blue | Green' },
    },
    variants: [
      { size: 'S', color: 'Blue', sku: 'HOOD-B', priceDelta: 0, policy: 'deny', stock: 5 },
      { size: 'S', color: 'Green', sku: 'HOOD-G', priceDelta: 5, policy: 'deny', stock: 0 },
      { size: 'M', color: 'Green', priceDelta: 5, policy: 'deny', stock: 0 },
      { size: 'M', color: 'Blue', absent: true },
    ],
  });
  expect(hoodie?.variants[2]).not.toHaveProperty('sku');
  expect(messages(hoodie?.doubts ?? [])).toContain(
    'Option 1: value: Rows for any value, which become one variant for each: 4. SKU and stock go to the first',
  );
  expect(cap).toMatchObject({
    ...{ handle: 'woocommerce:13', problems: [] },
    cells: { description: 'Only short', status: 'draft', taxClass: 'zero', colors: 'Navy' },
  });
  expect(messages(cap?.doubts ?? [])).toEqual([
    'Option 1: value: “Material” has several values but no variations: left out',
  ]);
  expect(messages(lost?.problems ?? [])).toEqual([
    'Kind of row: Its product “id:99” is not in the file',
  ]);
});

test('Google Merchant Center: items of a group are one product', () => {
  const [tee, cap] = productsOf(
    `
id,title,description,link,image_link,availability,price,sale_price,item_group_id,color,size,gtin,product_type,shipping_weight,brand
T-S,Tee S,Soft,https://a.example/t,https://a.example/t.jpg,in_stock,15.00 USD,12.00 USD,TEE,Red,S,,Clothing > Tees,0.2 kg,Loom
T-M,Tee M,Soft,https://a.example/t,https://a.example/t.jpg,out_of_stock,15.00 USD,12.00 USD,TEE,Red,M,,Clothing > Tees,200 g,Loom
CAP,Cap,,https://a.example/c,https://a.example/c.jpg,in stock,9.00 USD,,,,,,Hats,,Loom
`,
    'google',
  );
  expect(tee).toMatchObject({
    ...{ handle: 'google:TEE', problems: [], doubts: [] },
    cells: { price: '12', compareAtPrice: '15', category: 'Tees', weight: '200', colors: 'Red' },
    variants: [
      { size: 'S', sku: 'T-S', policy: 'untracked' },
      { size: 'M', sku: 'T-M', policy: 'deny', stock: 0 },
    ],
  });
  expect(cap).toMatchObject({ handle: 'google:CAP', variants: [{ size: null, sku: 'CAP' }] });
});

test('Magento: a configurable product has the simple ones that it lists', () => {
  const products = productsOf(
    `
sku,attribute_set_code,product_type,categories,name,description,product_online,tax_class_name,price,special_price,url_key,additional_attributes,qty,is_in_stock,manage_stock,configurable_variations
shirt-black-s,Default,simple,Default Category/Tops,Shirt S,,1,Taxable Goods,10.0000,,shirt-s,"color=Black,fit=Slim, long,size=S",5.0000,1,1,
shirt,Default,configurable,Default Category/Tops,Shirt,<p>Cotton</p>,1,Taxable Goods,,,shirt,,0.0000,1,1,"sku=shirt-black-s,color=Black,size=S|sku=gone,color=Red"
bundle,Default,bundle,Default Category/Tops,Set,,1,None,5,,set,,,1,1,
`,
    'magento',
  );
  expect(products).toHaveLength(2);
  expect(products[0]).toMatchObject({
    ...{ row: 3, handle: 'magento:shirt', problems: [] },
    cells: { title: 'Shirt', category: 'Tops', price: '10', sizes: 'S', colors: 'Black' },
    variants: [{ size: 'S', color: 'Black', sku: 'SHIRT-BLACK-S', policy: 'deny', stock: 5 }],
  });
  expect(messages(products[1]?.problems ?? [])).toEqual([
    'Kind of row: A product of the kind “bundle” cannot be taken over',
  ]);
});

test('PrestaShop: a row for each product', () => {
  const [skirt] = productsOf(
    `
Product ID,Active (0/1),Name *,"Categories (x,y,z...)",Price tax excluded,Tax rules ID,Reference #,EAN13,Weight,Quantity,Summary,Description,"Image URLs (x,y,z...)"
7,0,Skirt,"Home,Skirts",29.900000,1,SK-7,,0.35,3,Short,<p>Long</p>,https://a.example/s.jpg
`,
    'prestashop',
  );
  expect(skirt).toMatchObject({
    ...{ handle: 'prestashop:7', problems: [] },
    cells: { title: 'Skirt', category: 'Home', price: '29.9', weight: '350', status: 'draft' },
    variants: [{ sku: 'SK-7', policy: 'deny', stock: 3 }],
  });
});

test('columns of any table are recognised by name and by content; the rest is not known', () => {
  const { format, columns } = recognised(`
Artikelnummer,Bezeichnung,Preis,Tags,What,Codes,How large,,Shelf
A-1,Hemd,"12,50",new,<p>Soft</p>,4006381333931,S,,A
A-2,Hose,"30,00",,<ul><li>Warm</li></ul>,,XL,,B
`);
  expect(format).toBe('unknown');
  expect(columns).toEqual([
    'sku',
    'title',
    'price',
    'custom.tags',
    'description',
    'barcode',
    'size',
    '',
    null,
  ]);
  expect(recognised('id,title,price,custom.tags\n,,,').format).toBe('own');
});

test.each([
  ['1,299.00', '1299.00'],
  ['1.299,00', '1299.00'],
  ['€ 1.299.000', '1299000'],
  ['15.00 USD', '15.00'],
  ["1'299.50", '1299.50'],
  ['10.0000', '10.00'],
  ['12,5', '12,5'],
  // Either of two numbers: refused later.
  ['1,200', '1,200'],
  ['free', 'free'],
])('the price %s is %s', (written, plain) => {
  expect(plainAmount(written)).toBe(plain);
});

test('weights and SKUs become those of this shop', () => {
  expect([plainGrams('0.5', 'kg'), plainGrams('1,2 kg', 'g'), plainGrams('2 lbs', 'g')]).toEqual([
    '500',
    '1200',
    '907',
  ]);
  expect(plainGrams('heavy', 'g')).toBe('heavy');
  expect([plainSku("'ab 12/x"), plainSku('-_é9-')]).toEqual(['AB-12/X', '9']);
});

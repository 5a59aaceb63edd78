import { banners } from './banners.ts';
import { catalogue, garments } from './catalogue/catalogue.ts';
import { factsOf } from './facts.ts';
import { bannerImages, categoryImage, garmentImages } from './image-paths.ts';
import { sizeGuides } from './size-guides.ts';
import { ago, insert, text, textArray } from './sql.ts';
import { stableId } from './stable-id.ts';

export const productId = (slug: string) => stableId(`product/${slug}`);
export const categoryId = (slug: string) => stableId(`category/${slug}`);

const productColumns = [
  'id',
  'title',
  'description',
  'price',
  'images',
  'category_id',
  'availability',
  'sizes',
  'colors',
  'created_at',
  'composition',
  'care',
  'fit',
  'origin',
  'length',
  'compare_at_price',
];

export function catalogueSql(): string {
  const categories = catalogue.map((category, index) => [
    text(categoryId(category.slug)),
    text(category.name),
    text(categoryImage(category.slug)),
    // Listed newest first, so the first category is the newest.
    ago(100 + index, 'days'),
  ]);
  const products = catalogue.flatMap((category) =>
    category.garments.map((garment, index) => {
      const facts = factsOf(garment);
      return [
        text(productId(garment.slug)),
        text(garment.title),
        text(garment.description),
        garment.price,
        textArray(garmentImages(garment)),
        text(categoryId(category.slug)),
        garment.soldOut === true ? "'OutofStock'" : "'InStock'",
        textArray(garment.sizes),
        textArray(garment.colours),
        ago(garment.age * 24 + index, 'hours'),
        text(facts.composition),
        text(facts.care),
        text(facts.fit),
        text(facts.origin),
        String(facts.length),
        garment.sale?.compareAt ?? 'null',
      ];
    }),
  );
  const earlierPrices = garments.flatMap(({ slug, sale }) =>
    (sale?.earlier ?? []).map(([price, days]) => [text(productId(slug)), price, ago(days, 'days')]),
  );
  const guides = Object.entries(sizeGuides).map(([slug, { measures, sizes }]) => [
    text(categoryId(slug)),
    textArray(measures),
    text(JSON.stringify(sizes)),
  ]);
  // The oldest first: a new banner comes in front of the others.
  const slides = banners
    .toReversed()
    .map((banner) => [
      text(stableId(`banner/${banner.slug}`)),
      text(banner.header),
      text(banner.paragraph),
      textArray(bannerImages(banner.slug).slice(0, 1)),
      ago(banner.age, 'days'),
    ]);
  return [
    '-- The catalogue.',
    insert('public.categories', ['id', 'name', 'image', 'created_at'], categories),
    insert('public.products', productColumns, products),
    insert('public.product_prices', ['product_id', 'price', 'until'], earlierPrices),
    insert('public.size_guides', ['category_id', 'measures', 'sizes'], guides),
    '-- Nothing was edited since it was put on sale.',
    'update public.products set updated_at = created_at;\n',
    insert('public.banners', ['id', 'header', 'paragraph', 'images', 'created_at'], slides),
  ].join('\n');
}

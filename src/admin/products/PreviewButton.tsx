import { useStore } from '@nanostores/react';
import type { Product, ProductPreview } from '#shared/schemas/products.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { $categories } from '../categories/categories.ts';
import { openPreview } from '../forms/open-preview.ts';
import { keptEntries } from './choices.ts';
import type { ProductValues } from './product-edits.ts';

interface PreviewButtonProps {
  /** Null for a new product. */
  readonly product: Product | null;
  readonly values: () => ProductValues;
  readonly images: readonly string[];
}

/** Previews the product page with the current values of the form. */
export function PreviewButton({ product, values, images }: PreviewButtonProps) {
  const rows = useStore($categories);
  function open(): void {
    const { title, price, categoryId, composition, care, fit, origin, delivery, length, ...rest } =
      values();
    const known = product?.category ? [product.category, ...rows] : rows;
    const category = known.find((it) => it._id === categoryId);
    const shown: ProductPreview = {
      _id: product?._id ?? '',
      ...{ title, price, composition, care, fit, origin, delivery },
      length: length ?? 0,
      compareAtPrice: rest.compareAtPrice ?? null,
      description: rest.description ?? '',
      descriptionDocument: rest.descriptionDocument,
      availability: rest.availability ?? 'InStock',
      sizes: keptEntries('sizes', rest.sizes),
      colors: keptEntries('colors', rest.colors),
      category: category ? { _id: category._id, name: category.name } : null,
      images: [...images],
    };
    openPreview(routes.productPreview(), shown);
  }
  return (
    <Button look="link" onClick={open}>
      Preview
    </Button>
  );
}

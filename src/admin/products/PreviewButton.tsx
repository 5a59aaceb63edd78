import { useStore } from '@nanostores/react';
import { categories } from '../categories/categories.ts';
import { openPreview } from './preview.ts';
import { readEdits } from './product-edits.ts';
import type { Product } from '#shared/schemas/products.ts';

interface PreviewButtonProps {
  /** Null for one that is not there yet. */
  readonly product: Product | null;
  readonly images: readonly string[];
}

/** Shows the page of the shop with what the form around this button holds now. */
export function PreviewButton({ product, images }: PreviewButtonProps) {
  const { rows } = useStore(categories.$list);
  return (
    <button
      type="button"
      className="link-button"
      onClick={({ currentTarget: { form } }) => {
        if (!form) return;
        const edits = readEdits(new FormData(form), product?.availability ?? 'InStock');
        const known = product?.category ? [product.category, ...rows] : rows;
        const category = known.find((it) => it._id === edits.categoryId);
        openPreview({
          _id: product?._id ?? '',
          ...edits,
          category: category ? { _id: category._id, name: category.name } : null,
          images: [...images],
        });
      }}
    >
      Preview
    </button>
  );
}

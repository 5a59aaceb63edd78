import { messages } from '#shared/messages.ts';

/** A product's category, or a red label if it was deleted. */
export function CategoryName({ category }: { readonly category: { name: string } | null }) {
  if (category) return <>{category.name}</>;
  return <span className="missing">{messages.categories.deleted}</span>;
}

import { messages } from '#shared/messages.ts';

/** A product's category, or the red word that it is gone. */
export function CategoryName({ category }: { readonly category: { name: string } | null }) {
  if (category) return <>{category.name}</>;
  return <span className="gone">{messages.categories.deleted}</span>;
}

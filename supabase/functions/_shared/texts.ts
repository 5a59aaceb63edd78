import { texts as ownTexts } from './own/texts.ts';

function replaced<T>(text: T, own: unknown): T {
  if (typeof own !== 'object' || own === null) return (own as T | undefined) ?? text;
  const values = own as Readonly<Record<string, unknown>>;
  const all = Object.entries(text as object);
  return Object.fromEntries(all.map(([name, it]) => [name, replaced(it, values[name])])) as T;
}

/**
 * The texts of the shop, with those of `src/shop/texts.ts` in place of ours.
 * @__NO_SIDE_EFFECTS__
 */
export const withOwnTexts = <T extends object>(name: string, texts: T): T =>
  replaced(texts, (ownTexts as Readonly<Record<string, unknown>>)[name]);

import { currencyName } from '#shared/domain/money.ts';
import { isEmptyText, type Block, type RichText } from '#shared/domain/rich-text.ts';
import type { Shop } from '#shared/schemas/shop.ts';
import type { Promises } from '../help/promises.ts';

/** What stands for `{shipping}` and the like in the texts of the shop: one or more paragraphs. */
export type Placeholders = ReadonlyMap<string, readonly string[]>;

export function placeholdersOf(promises: Promises, shop: Shop): Placeholders {
  const { shipping, times, returns, sending, support } = promises;
  const { name, legalName, address, country, email, phone } = shop;
  return new Map<string, readonly string[]>([
    ['shop', [name]],
    ['seller', [legalName]],
    ['address', [[...address.split('\n'), country].filter(Boolean).join(', ')]],
    ...Object.entries({ email, phone, support, currency: currencyName() }).map(
      ([it, value]) => [it, [value]] as const,
    ),
    ['shipping', [...shipping, times].filter(Boolean)],
    ['returns', [`${returns} ${sending}`]],
  ]);
}

/** A text with its placeholders filled in; unknown ones stay. */
export const filled = (text: string, placeholders: Placeholders): string =>
  text.replaceAll(
    /\{([a-z]+)\}/g,
    (whole, name: string) => placeholders.get(name)?.join(' ') ?? whole,
  );

/** The place that a paragraph consists of. */
function placeholderOf(block: Block): string | undefined {
  if (block.type !== 'paragraph' || block.content?.length !== 1) return undefined;
  const [only] = block.content;
  return only?.type === 'text' ? /^\s*\{([a-z]+)\}\s*$/.exec(only.text)?.[1] : undefined;
}

/** A place with a line of its own becomes its paragraphs. */
export const expanded = (blocks: readonly Block[], placeholders: Placeholders): Block[] =>
  blocks.flatMap((block) => {
    const values = placeholders.get(placeholderOf(block) ?? '');
    if (!values) return [block];
    return values
      .filter(Boolean)
      .map((text): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  });

/** What stands before and after the part that a built-in page has by itself, named by a line such as `{sizes}`; by default the end. */
export function aroundPart({ content }: RichText, part: string): [before: Block[], after: Block[]] {
  const at = content.findIndex((it) => placeholderOf(it) === part);
  return at < 0 ? [content, []] : [content.slice(0, at), content.slice(at + 1)];
}

interface TextSection {
  readonly heading: Block | null;
  readonly blocks: readonly Block[];
}

/** A text by its headings of level 2; the first section may have none. */
export function sectionsOf({ content }: RichText): TextSection[] {
  const starts = content.flatMap((it, place) =>
    it.type === 'heading' && it.attrs.level === 2 ? [place] : [],
  );
  const sections = starts.map((start, place) => ({
    heading: content[start] ?? null,
    blocks: content.slice(start + 1, starts[place + 1]),
  }));
  const first = content.slice(0, starts[0]);
  const isNothing = isEmptyText({ type: 'doc', content: first });
  return isNothing ? sections : [{ heading: null, blocks: first }, ...sections];
}

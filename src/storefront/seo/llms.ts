/** What a language model reads first about the shop, in the form of llmstxt.org: a title, a summary, lists of links. */

export interface LinkedPage {
  readonly title: string;
  readonly path: string;
  readonly about?: string | undefined;
}

export interface LinkList {
  readonly heading: string;
  readonly links: readonly LinkedPage[];
}

/** On one line, and nothing in it that Markdown reads as more than a text. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]<>*_`#]/g, '\\$&');

/** Lists without links are left out. */
export function llmsText(
  origin: string,
  shop: { readonly name: string; readonly description: string },
  lists: readonly LinkList[],
): string {
  const line = ({ title, path, about }: LinkedPage): string =>
    `- [${plain(title)}](${new URL(path, origin).href})${about ? `: ${plain(about)}` : ''}`;
  return [
    `# ${plain(shop.name)}`,
    ...(shop.description ? [`> ${plain(shop.description)}`] : []),
    ...lists
      .filter((it) => it.links.length > 0)
      .map(({ heading, links }) => `## ${plain(heading)}\n\n${links.map(line).join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Menus, announcement and sections of the home page, as pages render them. */
import type { z } from 'zod';
import { defaultSections, type HomeSection, type homeReply } from '#shared/schemas/home.ts';
import type { Frame, Menus } from '#shared/schemas/shop-frame.ts';
import { currentReads, listCategories, listPages, tryRead } from './catalogue.ts';
import { defaultMenus } from './default-menus.ts';

let knownFrame: Frame = { menus: null, hiddenPages: [], announcement: null };

/** What stands around every page; while that cannot be loaded, as it was loaded last. */
export async function readFrame(): Promise<Frame> {
  const reads = currentReads();
  reads.frame ??= tryRead<Frame>('/shop/frame', 'shop_settings', 'pages');
  knownFrame = { ...knownFrame, ...(await reads.frame) };
  return knownFrame;
}

const categoryLink = /^\/category\/([^/?#]+)/;
const pageLink = /^\/pages\/([^/?#]+)/;

/** The menus, without links to categories that were deleted and pages that are not shown. */
export async function readMenus(): Promise<Menus> {
  const { menus, hiddenPages } = await readFrame();
  const { header, footer } = menus ?? defaultMenus;
  const all = [...header, ...footer.flatMap((it) => it.links)];
  const ids = async (link: RegExp, list: () => Promise<string[]>) =>
    new Set(all.some(({ href }) => link.test(href)) ? await list() : []);
  const [categories, pages] = await Promise.all([
    ids(categoryLink, async () => (await listCategories()).map((it) => it._id)),
    ids(pageLink, async () => (await listPages()).map((it) => it.slug)),
  ]);
  const there = ({ href }: { readonly href: string }) => {
    const [, category] = categoryLink.exec(href) ?? [];
    const [, page] = pageLink.exec(href) ?? [];
    if (category !== undefined) return categories.has(category);
    return page === undefined ? !hiddenPages.some((it) => href === `/${it}`) : pages.has(page);
  };
  const links = footer.map((it) => ({ ...it, links: it.links.filter(there) }));
  return { header: header.filter(there), footer: links };
}

/** The shown sections of the home page, in their order. */
export async function readHomeSections(): Promise<readonly HomeSection[]> {
  const { sections = defaultSections } = await tryRead<z.output<typeof homeReply>>(
    '/shop/home',
    'shop_settings',
  );
  return sections.filter((it) => it.shown);
}

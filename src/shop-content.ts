/** Menus, announcement and sections of the home page, as pages render them. */
import type { z } from 'zod';
import { defaultSections, type HomeSection, type homeReply } from '#shared/schemas/home.ts';
import type { Frame, Menus } from '#shared/schemas/shop-frame.ts';
import { currentReads, listCategories, tryRead } from './catalogue.ts';
import { defaultMenus } from './default-menus.ts';

let knownFrame: Frame = { menus: null, announcement: null };

/** What stands around every page; while that cannot be loaded, as it was loaded last. */
export async function readFrame(): Promise<Frame> {
  const reads = currentReads();
  reads.frame ??= tryRead<Frame>('/shop/frame', 'shop_settings');
  knownFrame = { ...knownFrame, ...(await reads.frame) };
  return knownFrame;
}

const categoryLink = /^\/category\/([^/?#]+)/;

/** The menus, without links to categories that were deleted. */
export async function readMenus(): Promise<Menus> {
  const { header, footer } = (await readFrame()).menus ?? defaultMenus;
  const all = [...header, ...footer.flatMap((it) => it.links)];
  if (!all.some(({ href }) => categoryLink.test(href))) return { header, footer };
  const ids = new Set((await listCategories()).map((it) => it._id));
  const there = ({ href }: { readonly href: string }) => {
    const [, id] = categoryLink.exec(href) ?? [];
    return id === undefined || ids.has(id);
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

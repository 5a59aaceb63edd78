import { contentMessages } from '#shared/content-messages.ts';
import type { Frame, MenuLink, Menus } from '#shared/schemas/shop-frame.ts';
import * as api from '../../api/admin-content.ts';
import { defaultMenus } from '../../default-menus.ts';
import type { Placed } from '../listing/placement.ts';
import { moved, savedWhole, wholePlacement } from './saved-whole.ts';

const { $body, save } = savedWhole<Frame, Menus | null>({
  own: api.frame(),
  valueOf: ({ menus }) => menus,
  withValue: (frame, menus) => ({ ...frame, menus }),
  send: (menus) => api.saveMenus({ menus }),
  done: contentMessages.menusSaved,
});
export const $frame = $body;

const change = (edit: (menus: Menus) => Menus) => save((menus) => edit(menus ?? defaultMenus));
export const resetMenus = async () => (await save(() => null)).ok;

/** The header, or a group of the footer by its index. */
export type MenuName = 'header' | number;

const linksOf = (menus: Menus, name: MenuName): readonly MenuLink[] =>
  name === 'header' ? menus.header : (menus.footer[name]?.links ?? []);

const changeLinks = (name: MenuName, edit: (links: MenuLink[]) => MenuLink[]) =>
  change((menus) =>
    name === 'header'
      ? { ...menus, header: edit(menus.header) }
      : {
          ...menus,
          footer: menus.footer.map((it, i) => (i === name ? { ...it, links: edit(it.links) } : it)),
        },
  );

export interface LinkRow extends Placed, MenuLink {
  readonly menu: MenuName;
}

export const linkRows = (menus: Menus, menu: MenuName): LinkRow[] =>
  linksOf(menus, menu).map((it, i) => ({
    ...{ ...it, menu, place: i + 1, _id: encodeURIComponent(`${menu} ${it.label} ${it.href}`) },
  }));

/** Adds a link at the end, or replaces the one at this place, from 1. */
export const saveLink = (menu: MenuName, place: number | null, link: MenuLink) =>
  changeLinks(menu, (links) => (place === null ? [...links, link] : links.with(place - 1, link)));

export const removeLink = async ({ menu, place }: LinkRow) =>
  (await changeLinks(menu, (links) => links.toSpliced(place - 1, 1))).ok;

export const linkPlacement = wholePlacement<LinkRow>(({ menu, place }, by) =>
  changeLinks(menu, (links) => moved(links, place, by)),
);

export interface GroupRow extends Placed {
  readonly title: string;
}

export const groupRows = ({ footer }: Menus): GroupRow[] =>
  footer.map(({ title }, i) => ({
    title,
    place: i + 1,
    _id: encodeURIComponent(`group ${title}`),
  }));

/** Adds a group at the end, or names the one at this place, from 1. */
export const saveGroup = (place: number | null, title: string) =>
  change((menus) => ({
    ...menus,
    footer:
      place === null
        ? [...menus.footer, { title, links: [] }]
        : menus.footer.map((it, i) => (i + 1 === place ? { ...it, title } : it)),
  }));

export const removeGroup = async ({ place }: GroupRow) =>
  (await change((menus) => ({ ...menus, footer: menus.footer.toSpliced(place - 1, 1) }))).ok;

export const groupPlacement = wholePlacement<GroupRow>(({ place }, by) =>
  change((menus) => ({ ...menus, footer: moved(menus.footer, place, by) })),
);

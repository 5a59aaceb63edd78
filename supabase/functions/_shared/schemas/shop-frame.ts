import { z } from 'zod';
import { endsTooEarly, flag, link, moment, requiredText, visibleText } from './common.ts';

const target = link.refine((it) => it !== '', 'Required');

export const menuLink = z.strictObject({ label: requiredText(40), href: target });
export type MenuLink = z.output<typeof menuLink>;
const linksUpTo = (max: number) => z.array(menuLink).max(max, `At most ${max} links`);
export const menuGroup = z.strictObject({ title: requiredText(40), links: linksUpTo(12) });

/** The links of the header, and the groups of links of the footer, in their order. */
export const menus = z.strictObject({
  header: linksUpTo(8),
  footer: z.array(menuGroup).max(4, 'At most 4 groups'),
});
export type Menus = z.output<typeof menus>;

/** `PUT /shop/menus`; null for the menus of the design. */
export const menusInput = z.strictObject({ menus: menus.nullable() });

const announced = {
  text: requiredText(200),
  link: link.default(''),
  /** Without one, the whole text is the link. */
  linkText: visibleText(60).default(''),
};
/** Shown from `from` until before `until`; null is no bound. */
export const announcement = z
  .strictObject({
    ...announced,
    shown: flag.default(true),
    from: moment.default(null),
    until: moment.default(null),
  })
  .refine((it) => !it.from || !it.until || Date.parse(it.from) < Date.parse(it.until), {
    ...{ path: ['until'], error: endsTooEarly },
  });
export type Announcement = z.output<typeof announcement>;
/** `PUT /shop/announcement`; null for none. */
export const announcementInput = z.strictObject({ announcement: announcement.nullable() });
export const announcementReply = z.object({ announcement: announcement.nullable() });

/** What stands around every page; `menus` is null for those of the design, `announcement` without one now. */
export const frameReply = z.object({
  menus: menus.nullable(),
  /** Addresses of the built-in pages that are drafts or empty, without the slash. */
  hiddenPages: z.array(z.string()),
  announcement: z.object(announced).nullable(),
});
export type Frame = z.output<typeof frameReply>;

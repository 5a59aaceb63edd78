import { contentMessages } from '#shared/content-messages.ts';
import type { HomeSection } from '#shared/schemas/home.ts';
import type { Outcome } from '../../ui/use-form.ts';
import * as api from '../../api/admin-content.ts';
import { fitPicture } from '../forms/picture-files.ts';
import type { Placed } from '../listing/placement.ts';
import { moved, savedWhole, wholePlacement } from './saved-whole.ts';

const { $body, save } = savedWhole<{ sections: HomeSection[] }, HomeSection[]>({
  own: api.home(),
  valueOf: ({ sections }) => sections,
  withValue: (_, sections) => ({ sections }),
  send: (sections) => api.saveHome({ sections }),
  done: contentMessages.homeSaved,
});
export const $home = $body;

export type TextSection = Extract<HomeSection, { kind: 'text' }>;
export type ProductsSection = Extract<HomeSection, { kind: 'products' }>;

/** What the sections are called; those that can be added have their heading besides. */
export const kindNames: Readonly<Record<HomeSection['kind'], string>> = {
  banners: 'Banners',
  promises: 'Promises',
  categories: 'Categories',
  newest: 'Top New Products',
  advertisement: 'Advertisement',
  recommended: 'Recommended For You',
  text: 'Text',
  products: 'Products',
};

/** Sections of the design with a heading of their own. */
export const headed: readonly HomeSection['kind'][] = ['categories', 'newest', 'recommended'];

export interface SectionRow extends Placed {
  readonly section: HomeSection;
}

export const sectionRows = (sections: readonly HomeSection[]): SectionRow[] =>
  sections.map((section, i) => ({ section, place: i + 1, _id: section.id }));

/** Replaces the section with this id, or adds it at the end. */
export const saveSection = (section: HomeSection) =>
  save((all) =>
    all.some((it) => it.id === section.id)
      ? all.map((it) => (it.id === section.id ? section : it))
      : [...all, section],
  );

export const removeSection = async (id: string) =>
  (await save((all) => all.filter((it) => it.id !== id))).ok;

export const sectionPlacement = wholePlacement<SectionRow>(({ place }, by) =>
  save((all) => moved(all, place, by)),
);

/** The same with a picture that was chosen, which is uploaded first. */
export async function saveTextSection(section: TextSection, chosen: unknown): Promise<Outcome> {
  if (!(chosen instanceof File) || chosen.size === 0) return saveSection(section);
  const form = new FormData();
  form.set('image', await fitPicture(chosen));
  const reply = await api.addHomePicture(form);
  if (!reply.ok) {
    return { ok: false, issues: [{ path: 'image', message: reply.message }] };
  }
  return saveSection({ ...section, image: reply.image });
}

import { bannerInput, type Banner } from '#shared/schemas/banners.ts';
import { plannedTime, toField } from '../forms/planned-time.ts';

export const bannerForm = bannerInput.extend({ shownFrom: plannedTime, shownUntil: plannedTime });

/** The fields of a new or existing banner. */
export const valuesOf = (banner?: Banner) => ({
  header: banner?.header ?? '',
  paragraph: banner?.paragraph ?? '',
  link: banner?.link ?? '',
  linkText: banner?.linkText ?? '',
  shown: banner?.shown ?? true,
  shownFrom: toField(banner?.shownFrom),
  shownUntil: toField(banner?.shownUntil),
});

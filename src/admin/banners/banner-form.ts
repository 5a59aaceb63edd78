import { bannerInput, type Banner } from '#shared/schemas/banners.ts';
import type { z } from 'zod';
import { localTime, toLocalTime } from '../forms/local-time.ts';

export const bannerForm = bannerInput.extend({ shownFrom: localTime, shownUntil: localTime });

/** Adds what forms do not send correctly: unchecked boxes, and times in the administrator's time zone. */
export function addPlan(data: FormData, plan: z.output<typeof bannerForm>): void {
  data.set('shown', String(plan.shown));
  data.set('shownFrom', plan.shownFrom ?? '');
  data.set('shownUntil', plan.shownUntil ?? '');
}

/** The fields of a new or existing banner. */
export const valuesOf = (banner?: Banner) => ({
  header: banner?.header ?? '',
  paragraph: banner?.paragraph ?? '',
  link: banner?.link ?? '',
  linkText: banner?.linkText ?? '',
  shown: banner?.shown ?? true,
  shownFrom: toLocalTime(banner?.shownFrom),
  shownUntil: toLocalTime(banner?.shownUntil),
});

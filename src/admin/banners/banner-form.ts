import { bannerInput, type Banner } from '#shared/schemas/banners.ts';
import { z } from 'zod';

/** What a field for date and time holds, in the shopkeeper's own time zone; '' is null. */
const localTime = z
  .string()
  .refine((it) => it === '' || !Number.isNaN(Date.parse(it)), 'Not a date and time')
  .transform((it) => (it ? new Date(it).toISOString() : null));

export const bannerForm = bannerInput.extend({ shownFrom: localTime, shownUntil: localTime });

/** An ISO time as a field for date and time shows it. */
function toLocalTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Adds what a form does not send as it is meant: a box that is not ticked, and times of the shopkeeper's zone. */
export function addPlan(data: FormData, plan: z.output<typeof bannerForm>): void {
  data.set('shown', String(plan.shown));
  data.set('shownFrom', plan.shownFrom ?? '');
  data.set('shownUntil', plan.shownUntil ?? '');
}

/** The fields of a banner, or of a new one. */
export const valuesOf = (banner?: Banner) => ({
  header: banner?.header ?? '',
  paragraph: banner?.paragraph ?? '',
  link: banner?.link ?? '',
  linkText: banner?.linkText ?? '',
  shown: banner?.shown ?? true,
  shownFrom: toLocalTime(banner?.shownFrom),
  shownUntil: toLocalTime(banner?.shownUntil),
});

import type { z } from 'zod';
import { Check, Field } from '../../ui/Field.tsx';
import type { useForm } from '../../ui/use-form.ts';
import { zoneName } from '../time-zone.ts';
import type { bannerForm } from './banner-form.ts';

type Fields = z.input<typeof bannerForm>;
type Form = ReturnType<typeof useForm<Fields, z.output<typeof bannerForm>>>;

/** The link of a banner, and when the banner is shown. */
export function BannerPlan({ field, register }: Pick<Form, 'field' | 'register'>) {
  return (
    <>
      <Field
        label="Link"
        {...field('link')}
        placeholder="/shop"
        hint="A path in the shop, or a URL that begins with https://"
        maxLength={500}
      />
      <Field label="Link text" {...field('linkText')} placeholder="Shop Now" maxLength={100} />
      <Field
        label="Shown from"
        {...field('shownFrom')}
        type="datetime-local"
        hint={`In ${zoneName()}. Leave empty to start immediately.`}
      />
      <Field
        label="Shown until"
        {...field('shownUntil')}
        type="datetime-local"
        hint={`In ${zoneName()}. Leave empty for no end date.`}
      />
      <Check label="Shown on the home page" {...register('shown')} />
    </>
  );
}

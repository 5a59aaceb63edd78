import type { z } from 'zod';
import { Check, Field } from '../../ui/Field.tsx';
import { LinkField, PlannedField } from '../forms/Form.tsx';
import type { useForm } from '../../ui/use-form.ts';
import type { bannerForm } from './banner-form.ts';

type Fields = z.input<typeof bannerForm>;
type Form = ReturnType<typeof useForm<Fields, z.output<typeof bannerForm>>>;

/** The link of a banner, and when the banner is shown. */
export function BannerPlan({ field, register }: Pick<Form, 'field' | 'register'>) {
  return (
    <>
      <LinkField label="Link" {...field('link')} />
      <Field label="Link text" {...field('linkText')} placeholder="Shop Now" maxLength={100} />
      <PlannedField label="Shown from" {...field('shownFrom')} empty="to start immediately" />
      <PlannedField label="Shown until" {...field('shownUntil')} empty="for no end date" />
      <Check label="Shown on the home page" {...register('shown')} />
    </>
  );
}

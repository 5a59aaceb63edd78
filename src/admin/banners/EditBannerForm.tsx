import type { Banner } from '#shared/schemas/banners.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { bannerForm, valuesOf } from './banner-form.ts';
import { BannerPlan } from './BannerPlan.tsx';
import { updateBanner } from './banners.ts';

interface EditBannerFormProps {
  readonly banner: Banner;
  readonly onDone: () => void;
}

export function EditBannerForm({ banner, onDone }: EditBannerFormProps) {
  const form = useForm({
    schema: bannerForm,
    values: valuesOf(banner),
    save: (values) => updateBanner(banner._id, values),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Update">
      <Field label="Header text" {...form.field('header')} placeholder="Edit Header Text" />
      <Field
        label="Paragraph text"
        {...form.field('paragraph')}
        placeholder="Edit Paragraph Text"
      />
      <BannerPlan {...form} />
    </Form>
  );
}

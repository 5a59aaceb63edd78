import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { routes } from '../../routes.ts';
import { ChosenPictures, useChosenPictures } from '../forms/ChosenPictures.tsx';
import { Form } from '../forms/Form.tsx';
import { setFields } from '../forms/set-fields.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { bannerForm, valuesOf } from './banner-form.ts';
import { BannerPlan } from './BannerPlan.tsx';
import { createBanner } from './banners.ts';

export function NewBannerScreen() {
  const pictures = useChosenPictures();
  const form = useForm({
    schema: bannerForm,
    values: valuesOf(),
    save(values, data) {
      setFields(data, values);
      pictures.addTo(data);
      return createBanner(data);
    },
  });
  return (
    <>
      <ScreenHead title="Add Banner">
        <a className="button button--quiet" href={routes.banner()}>
          All Banners
        </a>
      </ScreenHead>
      <Form form={form} submit="Save" className="panel">
        <Field label="Paragraph text" {...form.field('paragraph')} />
        <Field label="Header text" {...form.field('header')} />
        <ChosenPictures
          label="Banner Image"
          name="New banner"
          {...pictures.field}
          error={form.errorOf('images')}
        />
        <BannerPlan {...form} />
      </Form>
    </>
  );
}

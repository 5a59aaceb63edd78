import { adInput, type Ad } from '#shared/schemas/ads.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form, LinkField } from '../forms/Form.tsx';
import { fitPicture } from '../forms/picture-files.ts';
import { setFields } from '../forms/set-fields.ts';
import { saveAd } from './ads.ts';

interface AdFormProps {
  /** Null for a new one. */
  readonly ad: Ad | null;
  readonly onDone: () => void;
}

export function AdForm({ ad, onDone }: AdFormProps) {
  const { headline = '', link = '', linkText = '', shown = true } = ad ?? {};
  const form = useForm({
    schema: adInput,
    values: { headline, link, linkText, shown },
    async save(values, data, changes) {
      setFields(data, values, ad ? changes : values);
      const image = data.get('image');
      if (image instanceof File) data.set('image', await fitPicture(image));
      return saveAd(ad?._id ?? null, data);
    },
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={ad ? 'Update' : 'Add'}>
      <Field
        label="Text"
        {...form.field('headline')}
        placeholder={`${ad ? 'Edit' : 'New'} Text`}
        maxLength={200}
      />
      <LinkField label="Link" {...form.field('link')} />
      <Field label="Link text" {...form.field('linkText')} placeholder="See more" maxLength={100} />
      <Field
        label={ad?.imageUrl ? 'Another picture' : 'Picture'}
        name="image"
        type="file"
        accept="image/*"
        error={form.errorOf('images') ?? form.errorOf('image')}
      />
      <Check label="Shown on the home page" {...form.register('shown')} />
    </Form>
  );
}

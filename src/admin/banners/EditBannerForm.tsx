import type { Banner } from '#shared/schemas/banners.ts';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { pictureUrl } from '../../ui/picture-url.ts';
import { useForm } from '../../ui/use-form.ts';
import { ChosenPictures, useChosenPictures } from '../forms/ChosenPictures.tsx';
import { Form } from '../forms/Form.tsx';
import { setFields } from '../forms/set-fields.ts';
import { SortablePictures } from '../forms/lazy.tsx';
import { bannerForm, valuesOf } from './banner-form.ts';
import { BannerPlan } from './BannerPlan.tsx';
import { updateBanner } from './banners.ts';
import './banner-pictures.css';

interface EditBannerFormProps {
  readonly banner: Banner;
  readonly onDone: () => void;
}

/** Existing pictures can be ordered and removed; new ones are appended. */
export function EditBannerForm({ banner, onDone }: EditBannerFormProps) {
  const [kept, setKept] = useState<readonly string[]>(banner.images);
  const pictures = useChosenPictures();
  const form = useForm({
    schema: bannerForm,
    values: valuesOf(banner),
    save(values, data, changes) {
      setFields(data, values, changes);
      pictures.addTo(data);
      return updateBanner(banner._id, data);
    },
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
      {(kept.length > 0 ? kept : ['']).map((url) => (
        <input key={url} type="hidden" name="kept" value={url} />
      ))}
      {kept.length > 0 && (
        <div className="banner-pictures">
          <SortablePictures
            name="Banner"
            pictures={kept.map((url) => ({ id: url, src: pictureUrl(url, 320) }))}
            onOrder={setKept}
            onRemove={(removed) => setKept((all) => all.filter((it) => it !== removed))}
          />
        </div>
      )}
      <ChosenPictures
        label="New pictures"
        name="New picture"
        {...pictures.field}
        error={form.errorOf('images')}
      />
      <BannerPlan {...form} />
    </Form>
  );
}

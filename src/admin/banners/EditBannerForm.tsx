import type { Banner } from '#shared/schemas/banners.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { textOf, useSubmit } from '../forms/use-submit.ts';
import { updateBanner } from './banners.ts';

interface EditBannerFormProps {
  readonly banner: Banner;
  readonly onDone: () => void;
}

export function EditBannerForm({ banner, onDone }: EditBannerFormProps) {
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) =>
      updateBanner(banner._id, {
        header: textOf(form, 'header'),
        paragraph: textOf(form, 'paragraph'),
      }),
    onDone,
  );
  return (
    <form className="form" onSubmit={onSubmit}>
      <Field
        label="Header Text"
        name="header"
        placeholder="Edit Header Text"
        defaultValue={banner.header}
        error={errorOf('header')}
      />
      <Field
        label="Paragraph Text"
        name="paragraph"
        placeholder="Edit Paragraph Text"
        defaultValue={banner.paragraph}
        error={errorOf('paragraph')}
      />
      <SaveButton label="Update" busy={busy} />
    </form>
  );
}

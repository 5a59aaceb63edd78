import type { Ad } from '#shared/schemas/ads.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { saveAd } from './ads.ts';

interface AdFormProps {
  /** Null for a new one. */
  readonly ad: Ad | null;
  readonly onDone: () => void;
}

export function AdForm({ ad, onDone }: AdFormProps) {
  const { busy, errorOf, errorIn, onSubmit } = useSubmit(
    (form) => saveAd(ad?._id ?? null, form),
    onDone,
  );
  const verb = ad ? 'Edit' : 'New';
  return (
    <form className="form" onSubmit={onSubmit}>
      <Field
        label="Text"
        name="headline"
        placeholder={`${verb} Text`}
        required
        maxLength={200}
        defaultValue={ad?.headline}
        error={errorOf('headline')}
      />
      <Field
        label="Link"
        name="link"
        placeholder="/shop"
        hint="A path of the shop, or an address that begins with https://"
        maxLength={500}
        defaultValue={ad?.link}
        error={errorOf('link')}
      />
      <Field
        label="Words of the link"
        name="linkText"
        placeholder="See more"
        maxLength={100}
        defaultValue={ad?.linkText}
        error={errorOf('linkText')}
      />
      <Field
        label={ad?.imageUrl ? 'Another picture' : 'Picture'}
        name="image"
        type="file"
        accept="image/*"
        error={errorIn('images') ?? errorOf('image')}
      />
      <Check label="Shown on the home page" name="shown" defaultChecked={ad?.shown ?? true} />
      <SaveButton label={ad ? 'Update' : 'Add'} busy={busy} />
    </form>
  );
}

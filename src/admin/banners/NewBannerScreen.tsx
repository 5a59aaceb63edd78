import { routes } from '../../routes.ts';
import { Field } from '../../ui/Field.tsx';
import { ImagesField } from '../forms/ImagesField.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { createBanner } from './banners.ts';

export function NewBannerScreen() {
  const { busy, errorOf, errorIn, onSubmit } = useSubmit(createBanner);
  return (
    <>
      <ScreenHead title="Add Banner">
        <a className="button button--quiet" href={routes.banner()}>
          All Banners
        </a>
      </ScreenHead>
      <form className="form panel" onSubmit={onSubmit}>
        <Field label="Paragraph text" name="paragraph" error={errorOf('paragraph')} />
        <Field label="Header text" name="header" error={errorOf('header')} />
        <ImagesField label="Banner Image" name="images" error={errorIn('images')} />
        <SaveButton label="Save" busy={busy} />
      </form>
    </>
  );
}

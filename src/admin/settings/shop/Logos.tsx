import { useState } from 'react';
import type { LogoScheme, Shop } from '#shared/schemas/shop.ts';
import { Field } from '../../../ui/Field.tsx';
import { pictureUrl } from '../../../ui/picture-url.ts';
import { Section } from '../../listing/Section.tsx';
import { removeLogo, saveLogo } from './shop.ts';

/** The logos of light and dark pages; each is saved when its picture is chosen. */
export function Logos({ shop: { logo, logoDark } }: { readonly shop: Shop }) {
  return (
    <Section title="Logo" className="panel shop-logos">
      <LogoField scheme="light" label="Logo" picture={logo} />
      <LogoField scheme="dark" label="Logo in dark mode" picture={logoDark} />
    </Section>
  );
}

interface LogoFieldProps {
  readonly scheme: LogoScheme;
  readonly label: string;
  /** Its address; empty without one. */
  readonly picture: string;
}

function LogoField({ scheme, label, picture }: LogoFieldProps) {
  const [problem, setProblem] = useState('');
  const choose = async (file: File | undefined) => {
    if (file) setProblem(await saveLogo(scheme, file));
  };
  return (
    <div className="shop-logo">
      <Field
        label={label}
        type="file"
        accept="image/png,image/webp,image/avif,image/jpeg"
        error={problem || undefined}
        hint={
          scheme === 'light'
            ? 'In the header instead of the name. A PNG with a transparent background, at least 72 pixels high.'
            : 'Without one, dark pages show the other logo.'
        }
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {picture && (
        <div className="shop-logo__now" data-scheme={scheme}>
          <img src={pictureUrl(picture, 480)} alt={label} />
          <button type="button" className="link-button" onClick={() => void removeLogo(scheme)}>
            Remove<span className="visually-hidden"> {label}</span>
          </button>
        </div>
      )}
    </div>
  );
}

import { useState } from 'react';
import { designColors } from '#shared/domain/shop-colors.ts';
import type { LogoScheme, Shop } from '#shared/schemas/shop.ts';
import { Field } from '../../../ui/Field.tsx';
import { pictureUrl } from '../../../ui/picture-url.ts';
import { Section } from '../../listing/Section.tsx';
import { removeLogo, saveLogo } from './shop.ts';

/** The logos of light and dark pages; each is saved when its picture is chosen. */
export function Logos({ shop }: { readonly shop: Shop }) {
  const paper = shop.paper || designColors.paper;
  const paperDark = shop.paperDark || designColors.paperDark;
  return (
    <Section title="Logos" className="panel shop-logos">
      <LogoField scheme="light" label="Logo" picture={shop.logo} paper={paper} />
      <LogoField
        scheme="dark"
        label="Logo in dark mode"
        picture={shop.logoDark}
        paper={paperDark}
      />
    </Section>
  );
}

interface LogoFieldProps {
  readonly scheme: LogoScheme;
  readonly label: string;
  /** Its address; empty without one. */
  readonly picture: string;
  /** The color of the pages that show it. */
  readonly paper: string;
}

function LogoField({ scheme, label, picture, paper }: LogoFieldProps) {
  const [problem, setProblem] = useState('');
  const choose = async (file: File | undefined) => {
    if (file) setProblem(await saveLogo(scheme, file));
  };
  return (
    <div className="shop-logo">
      <Field
        label={label}
        type="file"
        accept="image/svg+xml,image/png,image/webp,image/avif,image/jpeg"
        error={problem || undefined}
        hint={
          scheme === 'light'
            ? 'In the header instead of the name, and in icons and pictures of shared links. An SVG, or a PNG with a transparent background, at least 72 pixels high.'
            : 'Without one, dark pages show the other logo.'
        }
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {picture && (
        <div className="shop-logo__now">
          <img src={pictureUrl(picture, 480)} alt={label} style={{ background: paper }} />
          <button type="button" className="link-button" onClick={() => void removeLogo(scheme)}>
            Remove<span className="visually-hidden"> {label}</span>
          </button>
        </div>
      )}
    </div>
  );
}

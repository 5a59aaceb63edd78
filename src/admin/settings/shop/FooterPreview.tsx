import { socialPages } from '../../../ui/social-pages.ts';

interface FooterPreviewProps {
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly phone: string | number;
  readonly socialLinks: string;
  readonly copyrightYear: string | number;
}

/** The name as the header of the shop has it, and the texts of its footer, while they are typed. */
export function FooterPreview(props: FooterPreviewProps) {
  const { name, description, email, phone, socialLinks, copyrightYear } = props;
  const pages = socialPages(socialLinks).map((it) => it.name);
  return (
    <figure className="shop-preview">
      <figcaption className="label">Preview of the footer</figcaption>
      <p className="shop-preview__name">{name}</p>
      {description && <p>{description}</p>}
      {(email || phone) && (
        <p className="shop-preview__contact">
          <span>{email}</span>
          <span>{phone}</span>
        </p>
      )}
      <p className="shop-preview__base">
        <span>
          © {copyrightYear} {name}. All rights reserved.
        </span>
        <span>{pages.join(' · ')}</span>
      </p>
    </figure>
  );
}

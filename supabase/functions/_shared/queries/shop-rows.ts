import type { Opening, OpeningStep } from '../schemas/opening.ts';
import type { Shop } from '../schemas/shop.ts';

/** What `shop_details` returns; its logos are paths in the bucket. */
export interface ShopRow extends Omit<
  Shop,
  'legalName' | 'socialLinks' | 'copyrightYear' | 'paperDark' | 'accentDark' | 'logoDark'
> {
  legal_name: string;
  social_links: string;
  copyright_year: number;
  paper_dark: string;
  accent_dark: string;
  logo_dark: string;
}

export const toShop = ({
  legal_name: legalName,
  social_links: socialLinks,
  copyright_year: copyrightYear,
  paper_dark: paperDark,
  accent_dark: accentDark,
  logo_dark: logoDark,
  ...row
}: ShopRow): Shop => ({
  ...{ ...row, legalName, socialLinks, copyrightYear, paperDark, accentDark, logoDark },
});

/** The steps that only the environment of the functions shows. */
export type OutsideSteps = 'payments' | 'mail' | 'domain';

/** What `office.opening` returns; `ways` are the payment providers that are on. */
export interface OpeningRow extends Pick<Opening, 'open' | 'waiting'> {
  done: Record<Exclude<OpeningStep, OutsideSteps>, boolean>;
  ways: string[];
}

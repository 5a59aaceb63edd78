import type { Shop } from '../schemas/shop.ts';
import type { Db } from './database.ts';

/** What `shop_details` returns. */
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

/** Who the shop is; its logos are paths in the bucket. */
export async function readShop(db: Db): Promise<Shop> {
  const {
    legal_name: legalName,
    social_links: socialLinks,
    copyright_year: copyrightYear,
    paper_dark: paperDark,
    accent_dark: accentDark,
    logo_dark: logoDark,
    ...row
  } = await db.call('shop_details');
  return { ...row, legalName, socialLinks, copyrightYear, paperDark, accentDark, logoDark };
}

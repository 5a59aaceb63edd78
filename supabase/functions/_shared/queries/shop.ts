import type { Shop } from '../schemas/shop.ts';
import type { Db } from './database.ts';

/** What `shop_details` returns. */
export interface ShopRow extends Omit<Shop, 'legalName' | 'socialLinks' | 'copyrightYear'> {
  legal_name: string;
  social_links: string;
  copyright_year: number;
}

/** Who the shop is. */
export async function readShop(db: Db): Promise<Shop> {
  const {
    legal_name: legalName,
    social_links: socialLinks,
    copyright_year: copyrightYear,
    ...row
  } = await db.call('shop_details');
  return { ...row, legalName, socialLinks, copyrightYear };
}

import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ShopDetailsUpdate } from '../../_shared/schemas/shop.ts';

/** The settings that have the fields. */
const names: { readonly [Field in keyof ShopDetailsUpdate]-?: string } = {
  name: 'shop_name',
  legalName: 'seller_name',
  address: 'seller_address',
  email: 'shop_email',
  phone: 'shop_phone',
  hours: 'shop_hours',
  description: 'shop_description',
  socialLinks: 'shop_social_links',
  copyrightYear: 'shop_copyright_year',
};

/** Fields that are omitted stay. */
export async function saveShop(db: Db, details: ShopDetailsUpdate): Promise<void> {
  const fields = Object.keys(names) as (keyof ShopDetailsUpdate)[];
  const values = Object.fromEntries(fields.map((it) => [names[it], details[it]]));
  await db.query(sql`
    update public.shop_settings s set value = n.value
    from jsonb_each(${new JsonValue(values)}::jsonb) n (name, value)
    where s.name = n.name and s.value <> n.value returning s.name`);
}

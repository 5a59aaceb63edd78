import sql from 'sql-template-tag';
import { contrastIssues, type ShopColors } from '../../_shared/domain/shop-colors.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { readShop } from '../../_shared/queries/shop.ts';
import type { LogoScheme, ShopDetailsUpdate } from '../../_shared/schemas/shop.ts';
import { ApiError } from '../errors.ts';

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
  paper: 'shop_paper',
  accent: 'shop_accent',
  paperDark: 'shop_paper_dark',
  accentDark: 'shop_accent_dark',
  typefaces: 'shop_typefaces',
};

/** Fields that are omitted stay. @throws ApiError 400 if the colors cannot be read on each other */
export async function saveShop(db: Db, details: ShopDetailsUpdate): Promise<void> {
  const now = await readShop(db);
  const after = (field: keyof ShopColors) => details[field] ?? now[field];
  const issues = contrastIssues({
    ...{ paper: after('paper'), accent: after('accent') },
    ...{ paperDark: after('paperDark'), accentDark: after('accentDark') },
  });
  const [issue] = issues;
  if (issue) {
    const { path, message } = issue;
    throw new ApiError(400, 'validation_failed', `${path}: ${message}`, { issues });
  }
  const fields = Object.keys(names) as (keyof ShopDetailsUpdate)[];
  const values = Object.fromEntries(fields.map((it) => [names[it], details[it]]));
  await db.query(sql`
    update public.shop_settings s set value = n.value
    from jsonb_each(${new JsonValue(values)}::jsonb) n (name, value)
    where s.name = n.name and s.value <> n.value returning s.name`);
}

/** The path of a picture in the bucket, or '' for none. */
export async function saveLogo(db: Db, scheme: LogoScheme, path: string): Promise<void> {
  const name = scheme === 'light' ? 'shop_logo' : 'shop_logo_dark';
  await db.query(sql`
    update public.shop_settings set value = ${new JsonValue(path)}::jsonb where name = ${name} returning name`);
}

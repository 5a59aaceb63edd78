import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { HomeSection } from '../../_shared/schemas/home.ts';
import type { Announcement } from '../../_shared/schemas/shop-frame.ts';

/** Replaces one of the settings that have an own form. */
export async function saveContent(
  db: Db,
  name: 'menus' | 'home_sections' | 'announcement',
  value: object | null,
): Promise<void> {
  await db.query(sql`
    update public.shop_settings s set value = n.value
    from (select ${new JsonValue({ value })}::jsonb -> 'value' as value) n
    where s.name = ${name} and s.value <> n.value returning s.name`);
}

/** The announcement, whether or not it is shown now; null for none. Administrators only. */
export async function readAnnouncement(db: Db): Promise<Announcement | null> {
  const found = await db.query<{ value: Announcement | null }>(sql`
    select value from public.shop_settings where name = 'announcement'`);
  return single(found).value;
}

/** The paths of the pictures of sections. */
export const picturesOf = (sections: readonly HomeSection[] | null): string[] =>
  (sections ?? []).flatMap((it) => (it.kind === 'text' && it.image ? [it.image] : []));

import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { SizeGuide, sizeGuideInput } from '../../_shared/schemas/size-guides.ts';

/** In the order in which the shop lists categories. */
export function listSizeGuides(db: Db): Promise<SizeGuide[]> {
  return db.query(sql`
    select json_build_object('_id', c.id, 'name', c.name) as category, g.measures, g.sizes, g.updated_at::text as "updatedAt"
    from public.size_guides g join public.categories c on c.id = g.category_id
    order by c.created_at desc, c.id`);
}

/** Null if the category has none, or there is no such category. */
export async function readSizeGuide(db: Db, category: string): Promise<SizeGuide | null> {
  const [found] = await db.query<SizeGuide>(sql`
    select json_build_object('_id', c.id, 'name', c.name) as category, g.measures, g.sizes, g.updated_at::text as "updatedAt"
    from public.size_guides g join public.categories c on c.id = g.category_id
    where g.category_id = ${category}`);
  return found ?? null;
}

/** False if somebody else changed it since `updatedAt`. */
export async function saveSizeGuide(
  db: Db,
  category: string,
  { measures, sizes, updatedAt }: z.output<typeof sizeGuideInput>,
): Promise<boolean> {
  const isKnown = updatedAt === undefined ? sql`true` : sql`g.updated_at = ${updatedAt}`;
  const saved = await db.query(sql`
    insert into public.size_guides as g (category_id, measures, sizes)
    values (${category}, ${measures}, ${new JsonValue(sizes)})
    on conflict (category_id) do update set measures = excluded.measures, sizes = excluded.sizes
    where ${isKnown} returning 1`);
  return saved.length > 0;
}

/** False if there was none. */
export async function deleteSizeGuide(db: Db, category: string): Promise<boolean> {
  const gone = await db.query(
    sql`delete from public.size_guides where category_id = ${category} returning 1`,
  );
  return gone.length > 0;
}

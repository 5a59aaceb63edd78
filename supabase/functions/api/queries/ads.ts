import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { AdRow } from '../../_shared/queries/rows.ts';
import type { Ad, AdInput, AdRow as TableRow, AdTableQuery } from '../../_shared/schemas/ads.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

const columns = sql`id, headline, link, link_text, image, shown, created_at`;

/** The editable fields; the picture is its path in the bucket. */
export interface AdFields {
  headline?: string | undefined;
  link?: string | undefined;
  linkText?: string | undefined;
  shown?: boolean | undefined;
  image?: string | undefined;
}

export function toAd(row: AdRow, imageUrl: (path: string) => string): Ad {
  return {
    _id: row.id,
    headline: row.headline,
    link: row.link,
    linkText: row.link_text,
    ...(row.image === null ? {} : { imageUrl: imageUrl(row.image) }),
    shown: row.shown,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** The advertisement on the home page: the newest that is shown. */
export async function readCurrentAd(db: Db): Promise<AdRow | null> {
  const [found] = await db.query<AdRow>(sql`
    select ${columns} from public.advertisements where shown order by created_at desc, id limit 1`);
  return found ?? null;
}

/** A page of the back office's table. */
export async function listAdTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: AdTableQuery,
): Promise<{ ads: TableRow[]; total: number }> {
  const found = await db.list('office.list_admin_advertisements', {
    p_limit: limit,
    p_page: page,
    p_sort: sort,
    p_query: storable(q),
  });
  return {
    ads: found.map((row) => ({ ...toAd(row, imageUrl), current: row.current })),
    total: found[0]?.total ?? 0,
  };
}

/** @throws ApiError 404 */
export async function readAd(db: Db, id: string): Promise<AdRow> {
  const [found] = await db.query<AdRow>(
    sql`select ${columns} from public.advertisements where id = ${id}`,
  );
  if (!found) throw notFound('Advertisement');
  return found;
}

export async function insertAd(
  db: Db,
  { headline, link, linkText, shown, image }: AdInput & { image: string | undefined },
): Promise<AdRow> {
  const added = await db.query<AdRow>(sql`
    insert into public.advertisements (headline, link, link_text, shown, image)
    values (${headline}, ${link}, ${linkText}, ${shown}, ${image}) returning ${columns}`);
  return single(added);
}

/** @throws ApiError 404 */
export async function updateAd(
  db: Db,
  id: string,
  { headline, link, linkText, shown, image }: AdFields,
): Promise<AdRow> {
  const [changed] = await db.query<AdRow>(sql`
    update public.advertisements set headline = coalesce(${headline}, headline),
      link = coalesce(${link}, link), link_text = coalesce(${linkText}, link_text),
      shown = coalesce(${shown}, shown), image = coalesce(${image}, image)
    where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Advertisement');
  return changed;
}

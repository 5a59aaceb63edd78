import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Ad, AdRow as TableRow, AdTableQuery } from '../../_shared/schemas/ads.ts';
import { notFound } from '../errors.ts';
import { given, storable } from './given.ts';

const columns = 'id, headline, link, link_text, image, shown, created_at';

export interface AdRow {
  id: string;
  headline: string;
  link: string;
  link_text: string;
  image: string | null;
  shown: boolean;
  created_at: string;
}

/** What a form may write; the picture is kept as its path in the bucket. */
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

const toColumns = ({ linkText, ...rest }: AdFields) => given({ ...rest, link_text: linkText });

/** The one on the home page: the newest that is shown. */
export async function readCurrentAd(db: Db): Promise<AdRow | null> {
  const found = await db
    .from('advertisements')
    .select(columns)
    .eq('shown', true)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(1)
    .maybeSingle();
  return rowOrNull(found);
}

/** One page of the table of the back office. */
export async function listAdTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: AdTableQuery,
): Promise<{ ads: TableRow[]; total: number }> {
  const found = rows(
    await db.rpc('list_admin_advertisements', {
      p_limit: limit,
      p_page: page,
      p_sort: sort ?? '',
      p_query: storable(q),
    }),
  );
  return {
    ads: found.map((row) => ({ ...toAd(row, imageUrl), current: row.current })),
    total: Number(found[0]?.total ?? 0),
  };
}

/** Throws 404 when there is none. */
export async function readAd(db: Db, id: string): Promise<AdRow> {
  const found = rowOrNull(
    await db.from('advertisements').select(columns).eq('id', id).maybeSingle(),
  );
  if (!found) throw notFound('Advertisement');
  return found;
}

export async function insertAd(db: Db, fields: AdFields & { headline: string }): Promise<AdRow> {
  const values = { ...toColumns(fields), headline: fields.headline };
  return rows(await db.from('advertisements').insert(values).select(columns).single());
}

/** Throws 404 when there is none. */
export async function updateAd(db: Db, id: string, fields: AdFields): Promise<AdRow> {
  const values = toColumns(fields);
  if (Object.keys(values).length === 0) return readAd(db, id);
  const changed = rowOrNull(
    await db.from('advertisements').update(values).eq('id', id).select(columns).maybeSingle(),
  );
  if (!changed) throw notFound('Advertisement');
  return changed;
}

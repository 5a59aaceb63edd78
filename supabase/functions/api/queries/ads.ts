import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Ad } from '../../_shared/schemas/ads.ts';
import { notFound } from '../errors.ts';
import { given } from './given.ts';

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

/** Newest first; visitors see those that are shown. */
export async function listAds(
  db: Db,
  only: { shown?: true; limit?: number } = {},
): Promise<AdRow[]> {
  const all = db.from('advertisements').select(columns);
  const wanted = only.shown ? all.eq('shown', true) : all;
  return rows(
    await wanted
      .order('created_at', { ascending: false })
      .order('id')
      .limit(only.limit ?? 500),
  );
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

import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Banner, BannerTableQuery } from '../../_shared/schemas/banners.ts';
import { notFound } from '../errors.ts';
import { given, storable } from './given.ts';

const columns = 'id, header, paragraph, images, created_at';

export interface BannerRow {
  id: string;
  header: string;
  paragraph: string;
  images: string[];
  created_at: string;
}

export function toBanner(row: BannerRow, imageUrl: (path: string) => string): Banner {
  return {
    _id: row.id,
    header: row.header,
    paragraph: row.paragraph,
    images: row.images.map(imageUrl),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export async function listBanners(db: Db): Promise<BannerRow[]> {
  const found = await db
    .from('banners')
    .select(columns)
    .order('created_at', { ascending: false })
    .order('id');
  return rows(found);
}

/** One page of the table of the back office. */
export async function listBannerTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: BannerTableQuery,
): Promise<{ banners: Banner[]; total: number }> {
  const found = rows(
    await db.rpc('list_admin_banners', {
      p_limit: limit,
      p_page: page,
      p_sort: sort ?? '',
      p_query: storable(q),
    }),
  );
  return {
    banners: found.map((row) => toBanner(row, imageUrl)),
    total: Number(found[0]?.total ?? 0),
  };
}

export async function insertBanner(
  db: Db,
  values: { header: string; paragraph: string; images: string[] },
): Promise<BannerRow> {
  return rows(await db.from('banners').insert(values).select(columns).single());
}

export async function updateBanner(
  db: Db,
  id: string,
  values: { header?: string | undefined; paragraph?: string | undefined },
): Promise<BannerRow> {
  const fields = given(values);
  const unchanged = Object.keys(fields).length === 0;
  const answer = unchanged
    ? await db.from('banners').select(columns).eq('id', id).maybeSingle()
    : await db.from('banners').update(fields).eq('id', id).select(columns).maybeSingle();
  const row = rowOrNull(answer);
  if (!row) throw notFound('Banner');
  return row;
}

import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { BannerRow } from '../../_shared/queries/rows.ts';
import type { Banner, BannerTableQuery } from '../../_shared/schemas/banners.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

const columns = sql`id, header, paragraph, images, created_at`;

export function toBanner(row: BannerRow, imageUrl: (path: string) => string): Banner {
  return {
    _id: row.id,
    header: row.header,
    paragraph: row.paragraph,
    images: row.images.map(imageUrl),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function listBanners(db: Db): Promise<BannerRow[]> {
  return db.query(sql`select ${columns} from public.banners order by created_at desc, id`);
}

/** One page of the table of the back office. */
export async function listBannerTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: BannerTableQuery,
): Promise<{ banners: Banner[]; total: number }> {
  const found = await db.list('office.list_admin_banners', {
    p_limit: limit,
    p_page: page,
    p_sort: sort,
    p_query: storable(q),
  });
  return {
    banners: found.map((row) => toBanner(row, imageUrl)),
    total: found[0]?.total ?? 0,
  };
}

export async function insertBanner(
  db: Db,
  { header, paragraph, images }: { header: string; paragraph: string; images: string[] },
): Promise<BannerRow> {
  const added = await db.query<BannerRow>(sql`
    insert into public.banners (header, paragraph, images)
    values (${header}, ${paragraph}, ${images}) returning ${columns}`);
  return single(added);
}

/** Throws 404 when there is none. */
export async function updateBanner(
  db: Db,
  id: string,
  { header, paragraph }: { header?: string | undefined; paragraph?: string | undefined },
): Promise<BannerRow> {
  const [changed] = await db.query<BannerRow>(sql`
    update public.banners set header = coalesce(${header}, header),
      paragraph = coalesce(${paragraph}, paragraph)
    where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Banner');
  return changed;
}

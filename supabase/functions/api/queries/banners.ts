import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { BannerRow } from '../../_shared/queries/rows.ts';
import type {
  Banner,
  BannerInput,
  BannerRow as TableRow,
  BannerTableQuery,
  BannerUpdate,
} from '../../_shared/schemas/banners.ts';
import { notFound } from '../errors.ts';
import { assignments } from './assignments.ts';
import { storable } from './storable.ts';

const columns = sql`
  id, header, paragraph, images, link, link_text, shown, shown_from, shown_until, created_at`;

const toIso = (time: string | null) => time && new Date(time).toISOString();

export function toBanner(row: BannerRow, imageUrl: (path: string) => string): Banner {
  return {
    _id: row.id,
    header: row.header,
    paragraph: row.paragraph,
    images: row.images.map(imageUrl),
    link: row.link,
    linkText: row.link_text,
    shown: row.shown,
    shownFrom: toIso(row.shown_from),
    shownUntil: toIso(row.shown_until),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** In the order of the slides; visitors see those that stand on the home page now. */
export function listBanners(db: Db): Promise<BannerRow[]> {
  return db.query(sql`
    select ${columns} from public.banners order by position, created_at desc, id`);
}

/** A page of the back office's table. */
export async function listBannerTable(
  db: Db,
  imageUrl: (path: string) => string,
  { limit, page, sort, q }: BannerTableQuery,
): Promise<{ banners: TableRow[]; total: number }> {
  const found = await db.list('office.list_admin_banners', {
    p_limit: limit,
    p_page: page,
    p_sort: sort,
    p_query: storable(q),
  });
  return {
    banners: found.map((row) => ({
      ...toBanner(row, imageUrl),
      place: row.place,
      state: row.state,
    })),
    total: found[0]?.total ?? 0,
  };
}

export async function insertBanner(
  db: Db,
  { header, paragraph, images, ...more }: BannerInput & { images: string[] },
): Promise<BannerRow> {
  const { link, linkText, shown, shownFrom, shownUntil } = more;
  const added = await db.query<BannerRow>(sql`
    insert into public.banners
      (header, paragraph, images, link, link_text, shown, shown_from, shown_until)
    values (${header}, ${paragraph}, ${images}, ${link}, ${linkText}, ${shown}, ${shownFrom},
      ${shownUntil}) returning ${columns}`);
  return single(added);
}

/** @throws ApiError 404 */
export async function readBanner(db: Db, id: string): Promise<BannerRow> {
  const [found] = await db.query<BannerRow>(sql`
    select ${columns} from public.banners where id = ${id}`);
  if (!found) throw notFound('Banner');
  return found;
}

/** @throws ApiError 404 */
export async function updateBanner(
  db: Db,
  id: string,
  fields: Omit<BannerUpdate, 'kept'> & { images: string[] | undefined },
): Promise<BannerRow> {
  const { linkText, shownFrom, shownUntil, ...same } = fields;
  const changes = assignments({
    ...same,
    ...{ link_text: linkText, shown_from: shownFrom, shown_until: shownUntil },
  });
  const [changed] = await db.query<BannerRow>(sql`
    update public.banners set ${changes} where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Banner');
  return changed;
}

/** @throws ApiError 404 */
export async function moveBanner(db: Db, id: string, place: number): Promise<void> {
  const moved = await db.call('office.move_banner', { p_id: id, p_place: place });
  if (!moved) throw notFound('Banner');
}

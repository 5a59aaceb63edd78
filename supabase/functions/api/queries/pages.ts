import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { PageRow as Row, PageVersionRow } from '../../_shared/queries/rows.ts';
import type {
  OfficePage,
  PageLink,
  PageRow,
  PageTableQuery,
  PageText,
  PageUpdate,
  PageVersion,
  ShownPage,
} from '../../_shared/schemas/pages.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

const shown = sql`filled and public.is_current(published, publish_at, null)`;
const timeOf = (time: string | null) => time && new Date(time).toISOString();

/** The pages that visitors may see, by their titles. */
export async function listPages(db: Db): Promise<PageLink[]> {
  const found = await db.query<Row>(sql`
    select slug, title, built_in from public.pages where ${shown} order by lower(title), id limit 1000`);
  return found.map(({ slug, title, built_in }) => ({ slug, title, builtIn: built_in }));
}

/** A page that visitors may see. @throws ApiError 404 */
export async function showPage(db: Db, slug: string): Promise<ShownPage> {
  const [found] = await db.query<Row>(sql`
    select slug, title, description, body, built_in from public.pages
    where slug = ${storable(slug)} and ${shown}`);
  if (!found) throw notFound('Page');
  const { title, description, body, built_in } = found;
  return { slug: found.slug, title, description, body, builtIn: built_in };
}

/** @throws ApiError 404 */
export async function readPage(db: Db, id: string): Promise<OfficePage> {
  const [found] = await db.query<Row>(sql`
    select id, slug, title, description, body, built_in, published, publish_at, version
    from public.pages where id = ${id}`);
  if (!found) throw notFound('Page');
  const { slug, title, description, body, built_in, published, publish_at, version } = found;
  return {
    ...{ _id: found.id, slug, title, description, body, builtIn: built_in },
    ...{ published, publishAt: timeOf(publish_at), version },
  };
}

/** A page of the back office's table. */
export async function listPageTable(
  db: Db,
  { limit, page, sort, q }: PageTableQuery,
): Promise<{ pages: PageRow[]; total: number }> {
  const found = await db.list('office.list_admin_pages', {
    ...{ p_limit: limit, p_page: page, p_sort: sort, p_query: storable(q) },
  });
  const pages = found.map(({ id, slug, title, state, built_in, saved_by, ...row }) => ({
    ...{ _id: id, slug, title, state, builtIn: built_in, savedBy: saved_by },
    publishAt: timeOf(row.publish_at),
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
  return { pages, total: found[0]?.total ?? 0 };
}

type Fields = Omit<OfficePage, '_id' | 'builtIn' | 'version'>;

const argumentsOf = ({ slug, title, description, body, published, publishAt }: Fields) => ({
  ...{ p_slug: slug, p_title: title, p_description: description, p_published: published },
  ...{ p_body: new JsonValue(body), p_publish_at: publishAt ?? undefined },
});

export async function createPage(db: Db, fields: Fields): Promise<OfficePage> {
  const id = await db.call('office.save_page', argumentsOf(fields));
  return readPage(db, id ?? '');
}

/** @throws ApiError 404 */
export async function updatePage(
  db: Db,
  id: string,
  { version, ...to }: PageUpdate,
): Promise<OfficePage> {
  const before = await readPage(db, id);
  const fields = {
    slug: to.slug ?? before.slug,
    title: to.title ?? before.title,
    description: to.description ?? before.description,
    body: to.body ?? before.body,
    published: to.published ?? before.published,
    publishAt: to.publishAt === undefined ? before.publishAt : to.publishAt,
  };
  await db.call('office.save_page', { p_id: id, p_known: version, ...argumentsOf(fields) });
  return readPage(db, id);
}

/** @throws ApiError 404 */
export async function restoreVersion(
  db: Db,
  id: string,
  { version, restore }: { version: number; restore: number },
): Promise<OfficePage> {
  const args = { p_id: id, p_version: restore, p_known: version };
  if (!(await db.call('office.restore_page_version', args))) throw notFound('Version');
  return readPage(db, id);
}

/** Latest first. @throws ApiError 404 */
export async function listVersions(db: Db, id: string): Promise<PageVersion[]> {
  await readPage(db, id);
  const found = await db.query<PageVersionRow>(sql`
    select version, saved_by, saved_at from public.page_versions
    where page_id = ${id} order by version desc`);
  return found.map(({ version, saved_by, saved_at }) => ({
    ...{ version, savedBy: saved_by, savedAt: new Date(saved_at).toISOString() },
  }));
}

/** @throws ApiError 404 */
export async function readVersion(db: Db, id: string, version: string): Promise<PageText> {
  const number = /^\d{1,9}$/.test(version) ? Number(version) : 0;
  const [found] = await db.query<PageText>(sql`
    select title, description, body from public.page_versions
    where page_id = ${id} and version = ${number}`);
  if (!found) throw notFound('Version');
  return found;
}

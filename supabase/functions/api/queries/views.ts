import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { View, ViewInput } from '../../_shared/schemas/views.ts';
import { notFound } from '../errors.ts';

/** Row-level security shows administrators only their own. */
interface ViewRow {
  id: string;
  name: string;
  query: string;
}

const toView = ({ id, ...rest }: ViewRow): View => ({ _id: id, ...rest });

/** In the order of the alphabet. */
export async function listViews(db: Db, list: string): Promise<View[]> {
  const found = await db.query<ViewRow>(sql`
    select id, name, query from public.saved_views where list = ${list}
    order by lower(name), id limit 200`);
  return found.map(toView);
}

/** Takes the place of a view with the same name. */
export async function saveView(db: Db, { list, name, query }: ViewInput): Promise<View> {
  const saved = await db.query<ViewRow>(sql`
    insert into public.saved_views (list, name, query) values (${list}, ${name}, ${query})
    on conflict (administrator_id, list, lower(name))
    do update set name = excluded.name, query = excluded.query
    returning id, name, query`);
  return toView(single(saved));
}

/** @throws ApiError 404, 409 if another view of the list has this name */
export async function renameView(db: Db, id: string, name: string): Promise<View> {
  const [changed] = await db.query<ViewRow>(sql`
    update public.saved_views set name = ${name} where id = ${id} returning id, name, query`);
  if (!changed) throw notFound('View');
  return toView(changed);
}

/** @throws ApiError 404 */
export async function deleteView(db: Db, id: string): Promise<void> {
  const deleted = await db.query(sql`
    delete from public.saved_views where id = ${id} returning id`);
  if (deleted.length === 0) throw notFound('View');
}

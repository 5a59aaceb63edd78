import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { SynonymRow } from '../../_shared/queries/rows.ts';
import type { Synonym, SynonymTableQuery } from '../../_shared/schemas/synonyms.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

function toSynonym({ id, words, created_at }: SynonymRow): Synonym {
  return { _id: id, words, createdAt: new Date(created_at).toISOString() };
}

/** One page of the table of the back office. */
export async function listSynonymTable(
  db: Db,
  { limit, page, q }: SynonymTableQuery,
): Promise<{ synonyms: Synonym[]; total: number }> {
  const found = await db.list('office.list_admin_synonyms', {
    p_limit: limit,
    p_page: page,
    p_query: storable(q),
  });
  return { synonyms: found.map(toSynonym), total: found[0]?.total ?? 0 };
}

export async function insertSynonym(db: Db, words: string[]): Promise<Synonym> {
  const added = await db.query<SynonymRow>(sql`
    insert into public.search_synonyms (words) values (${words}) returning id, words, created_at`);
  return toSynonym(single(added));
}

/** Throws 404 when there is none. */
export async function updateSynonym(db: Db, id: string, words: string[]): Promise<Synonym> {
  const [changed] = await db.query<SynonymRow>(sql`
    update public.search_synonyms set words = ${words} where id = ${id}
    returning id, words, created_at`);
  if (!changed) throw notFound('Group of synonyms');
  return toSynonym(changed);
}

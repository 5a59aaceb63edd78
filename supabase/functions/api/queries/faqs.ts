import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Faq, FaqRow as TableRow, FaqTableQuery } from '../../_shared/schemas/faqs.ts';
import { notFound } from '../errors.ts';
import { given, storable } from './given.ts';

const columns = 'id, question, answer, created_at';

interface FaqRow {
  id: string;
  question: string;
  answer: string;
  created_at: string;
}

interface FaqFields {
  question?: string | undefined;
  answer?: string | undefined;
}

function toFaq({ id, question, answer, created_at }: FaqRow): Faq {
  return { _id: id, question, answer, createdAt: new Date(created_at).toISOString() };
}

/** In the order of the page. */
export async function listFaqs(db: Db): Promise<Faq[]> {
  const found = await db
    .from('faqs')
    .select(columns)
    .order('position')
    .order('created_at')
    .order('id')
    .limit(500);
  return rows(found).map(toFaq);
}

/** One page of the table of the back office. */
export async function listFaqTable(
  db: Db,
  { limit, page, sort, q }: FaqTableQuery,
): Promise<{ faqs: TableRow[]; total: number }> {
  const found = rows(
    await db.rpc('list_admin_faqs', {
      p_limit: limit,
      p_page: page,
      p_sort: sort ?? '',
      p_query: storable(q),
    }),
  );
  return {
    faqs: found.map((row) => ({ ...toFaq(row), place: row.place })),
    total: Number(found[0]?.total ?? 0),
  };
}

export async function insertFaq(db: Db, fields: { question: string; answer: string }) {
  return toFaq(rows(await db.from('faqs').insert(fields).select(columns).single()));
}

/** Throws 404 when there is none. */
export async function updateFaq(db: Db, id: string, fields: FaqFields): Promise<Faq> {
  const values = given(fields);
  const unchanged = Object.keys(values).length === 0;
  const answer = unchanged
    ? await db.from('faqs').select(columns).eq('id', id).maybeSingle()
    : await db.from('faqs').update(values).eq('id', id).select(columns).maybeSingle();
  const row = rowOrNull(answer);
  if (!row) throw notFound('Question');
  return toFaq(row);
}

/** Throws 404 when there is none. */
export async function moveFaq(db: Db, id: string, place: number): Promise<void> {
  if (!rows(await db.rpc('move_faq', { p_id: id, p_place: place }))) throw notFound('Question');
}

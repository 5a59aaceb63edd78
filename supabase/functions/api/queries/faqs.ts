import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { Faq } from '../../_shared/schemas/faqs.ts';
import { notFound } from '../errors.ts';
import { given } from './given.ts';

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

export async function orderFaqs(db: Db, ids: string[]): Promise<void> {
  rowOrNull(await db.rpc('order_faqs', { p_ids: ids }));
}

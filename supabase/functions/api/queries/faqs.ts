import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { FaqRow } from '../../_shared/queries/rows.ts';
import type { Faq, FaqRow as TableRow, FaqTableQuery } from '../../_shared/schemas/faqs.ts';
import { notFound } from '../errors.ts';
import { storable } from './storable.ts';

const columns = sql`id, question, answer, created_at`;

interface FaqFields {
  question?: string | undefined;
  answer?: string | undefined;
}

function toFaq({ id, question, answer, created_at }: FaqRow): Faq {
  return { _id: id, question, answer, createdAt: new Date(created_at).toISOString() };
}

/** In their order on the page. */
export async function listFaqs(db: Db): Promise<Faq[]> {
  const found = await db.query<FaqRow>(sql`
    select ${columns} from public.faqs order by position, created_at, id limit 500`);
  return found.map(toFaq);
}

/** A page of the back office's table. */
export async function listFaqTable(
  db: Db,
  { limit, page, sort, q }: FaqTableQuery,
): Promise<{ faqs: TableRow[]; total: number }> {
  const found = await db.list('office.list_admin_faqs', {
    p_limit: limit,
    p_page: page,
    p_sort: sort,
    p_query: storable(q),
  });
  return {
    faqs: found.map((row) => ({ ...toFaq(row), place: row.place })),
    total: found[0]?.total ?? 0,
  };
}

export async function insertFaq(
  db: Db,
  { question, answer }: { question: string; answer: string },
): Promise<Faq> {
  const added = await db.query<FaqRow>(sql`
    insert into public.faqs (question, answer) values (${question}, ${answer}) returning ${columns}`);
  return toFaq(single(added));
}

/** @throws ApiError 404 */
export async function updateFaq(db: Db, id: string, { question, answer }: FaqFields): Promise<Faq> {
  const [changed] = await db.query<FaqRow>(sql`
    update public.faqs set question = coalesce(${question}, question),
      answer = coalesce(${answer}, answer)
    where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Question');
  return toFaq(changed);
}

/** @throws ApiError 404 */
export async function moveFaq(db: Db, id: string, place: number): Promise<void> {
  const moved = await db.call('office.move_faq', { p_id: id, p_place: place });
  if (!moved) throw notFound('Question');
}

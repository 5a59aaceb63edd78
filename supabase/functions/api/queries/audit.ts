import { rows, type Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { AuditEntry, AuditQuery } from '../../_shared/schemas/audit.ts';

interface EntryRow {
  id: number;
  happened_at: string;
  actor_role: AuditEntry['role'];
  actor: string;
  table_name: string;
  action: AuditEntry['action'];
  record_id: string | null;
  label: string;
  before: AuditEntry['before'];
  after: AuditEntry['after'];
  request_id: string | null;
}

/** What the function `list_audit` answers. */
interface Found {
  total: number;
  total_is_least: boolean;
  entries: EntryRow[];
}

function toEntry(it: EntryRow): AuditEntry {
  return {
    _id: String(it.id),
    at: new Date(it.happened_at).toISOString(),
    ...{ role: it.actor_role, actor: it.actor, table: it.table_name, action: it.action },
    ...{ record: it.record_id, label: it.label, before: it.before, after: it.after },
    request: it.request_id,
  };
}

/** Newest first. */
export async function listAudit(
  db: Db,
  { limit, page, q, table, action, role, from, to }: AuditQuery,
): Promise<{ entries: AuditEntry[] } & BoundedTotal> {
  const found = await db.rpc('list_audit', {
    ...{ p_query: q, p_table: table ?? '', p_action: action ?? '', p_role: role ?? '' },
    ...(from ? { p_from: from } : {}),
    ...(to ? { p_to: to } : {}),
    ...{ p_limit: limit, p_page: page },
  });
  const { total, total_is_least, entries } = rows(found) as unknown as Found;
  return { total, totalIsLeast: total_is_least, entries: entries.map(toEntry) };
}

/** Who changed an order, newest first; at most a hundred. */
export async function listOrderChanges(db: Db, order: string): Promise<AuditEntry[]> {
  const found = rows(await db.rpc('order_changes', { p_order: order }));
  return (found as unknown as EntryRow[]).map(toEntry);
}

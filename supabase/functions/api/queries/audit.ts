import type { Db } from '../../_shared/queries/database.ts';
import type { AuditRow } from '../../_shared/queries/rows.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import type { AuditEntry, AuditQuery } from '../../_shared/schemas/audit.ts';

function toEntry(it: AuditRow): AuditEntry {
  return {
    _id: String(it.id),
    at: new Date(it.happened_at).toISOString(),
    ...{ role: it.actor_role, actor: it.actor, table: it.table_name, action: it.action },
    ...{ record: it.record_id, label: it.label, before: it.before, after: it.after },
    request: it.request_id,
    ...(it.restored !== undefined && { restored: it.restored }),
    subject: it.subject,
    ...(it.names && { names: it.names }),
  };
}

/** Newest first. */
export async function listAudit(
  db: Db,
  { limit, page, q, table, action, role, from, to }: AuditQuery,
): Promise<{ entries: AuditEntry[] } & BoundedTotal> {
  const found = await db.call('office.list_audit', {
    p_query: q,
    p_table: table,
    p_action: action,
    p_role: role,
    p_from: from,
    p_to: to,
    p_limit: limit,
    p_page: page,
  });
  const { total, total_is_least, entries } = found;
  return { total, totalIsLeast: total_is_least, entries: entries.map(toEntry) };
}

/** The audit trail of an order, newest first; at most a hundred entries. */
export async function listOrderChanges(db: Db, order: string): Promise<AuditEntry[]> {
  return (await db.call('office.order_changes', { p_order: order })).map(toEntry);
}

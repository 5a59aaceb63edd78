import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { fetchAudit } from '../../api/admin-dashboard.ts';
import { routes } from '../../routes.ts';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { tableParams } from '../listing/table-query.ts';
import { actionNames, roleNames, tableNames } from './audit-words.ts';
import { Changes } from './Changes.tsx';

const names = ['table', 'action', 'role', 'from', 'to'];
const trail = pagedList<AuditEntry>(
  async (query) => {
    const reply = await fetchAudit(tableParams(query));
    return reply.ok ? pageOf(reply.entries, reply) : noPage(reply);
  },
  { filters: names, sorts: [] },
);

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const filters = [
  { name: 'table', label: 'What', options: options(tableNames) },
  { name: 'action', label: 'Change', options: options(actionNames) },
  { name: 'role', label: 'By', options: options(roleNames) },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
] as const;

const rowId = (entry: AuditEntry) => entry._id;

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'record',
    header: 'Record',
    kind: 'title',
    cell: ({ label, table, record }) => (
      <span className="two-lines">
        <span>{label || tableNames[table] || table}</span>
        <small>
          {tableNames[table] ?? table}
          {!label && record && ` ${record.slice(0, 8)}`}
        </small>
      </span>
    ),
  },
  { id: 'change', header: 'Change', cell: ({ action }) => actionNames[action] },
  {
    id: 'values',
    header: 'Before and after',
    kind: 'wide',
    cell: (entry) => <Changes entry={entry} />,
  },
  {
    id: 'by',
    header: 'By',
    cell: ({ actor, role }) => (
      <span className="two-lines">
        {role === 'service' ? (
          <span>{roleNames.service}</span>
        ) : (
          <>
            <span>{actor}</span>
            <small>{roleNames[role]}</small>
          </>
        )}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ at, request }) => (
      <span className="two-lines">
        <RelativeTime iso={at} />
        {request && (
          <small>
            <a href={`?q=${request}`} title="All changes by this request">
              Request {request.slice(0, 8)}
            </a>
          </small>
        )}
      </span>
    ),
  },
];

/** Who changed what, when, before and after. */
export function AuditScreen() {
  const list = useStore(trail.$list);
  return (
    <>
      <a className="back-link" href={routes.settings()}>
        Settings
      </a>
      <ScreenHead title="Audit trail" />
      <p className="screen-note">
        Every change of the shop’s records, by whomever it was made, changes in the database by hand
        too.
      </p>
      <DataTable
        caption="Changes, newest first"
        columns={columns}
        list={list}
        reload={trail.load}
        rowId={rowId}
        empty={messages.audit.empty}
        searchLabel="Search by name or id"
        filters={filters}
      />
    </>
  );
}

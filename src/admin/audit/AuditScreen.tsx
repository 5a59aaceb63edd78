import { messages } from '#shared/messages.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { auditPage } from '../../api/admin-dashboard.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../listing/BackLink.tsx';
import type { Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { dates } from '../listing/filter.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { tableList } from '../listing/table-list.ts';
import { actionNames, actorOf, recordOf, roleNames, tableNames } from './audit-labels.ts';
import { Changes } from './Changes.tsx';

const trail = tableList(auditPage, {
  filters: ['table', 'action', 'role', 'from', 'to'],
  sorts: [],
});

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const filters = [
  { name: 'table', label: 'Type', options: options(tableNames) },
  { name: 'action', label: 'Change', options: options(actionNames) },
  { name: 'role', label: 'By', options: options(roleNames) },
  ...dates,
];

interface TwoLinesProps {
  readonly of: 'record' | 'actor';
  readonly texts: [string, string?];
}

function TwoLines({ of, texts: [first, second] }: TwoLinesProps) {
  return (
    <span className={`two-lines audit-${of}`}>
      <span>{first}</span>
      {second && <small>{second}</small>}
    </span>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'record',
    header: 'Record',
    kind: 'title',
    cell: (entry) => <TwoLines of="record" texts={recordOf(entry)} />,
  },
  {
    id: 'change',
    header: 'Change',
    cell: ({ action, restored }) => (restored ? 'Restored' : actionNames[action]),
  },
  {
    id: 'values',
    header: 'Before and after',
    kind: 'wide',
    cell: (entry) => <Changes entry={entry} />,
  },
  {
    id: 'by',
    header: 'By',
    cell: (entry) => <TwoLines of="actor" texts={actorOf(entry)} />,
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
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Audit trail" />
      <p className="screen-note">
        Every change to the shop’s records, including manual changes in the database. Search by
        name, order number, or ID of a record or request.
      </p>
      <DataTable
        caption="Changes, newest first"
        columns={columns}
        list={trail}
        rowName={(entry) => recordOf(entry)[0]}
        empty={messages.audit.empty}
        searchLabel="Search changes"
        filters={filters}
      />
    </>
  );
}

import type { AuditEntry } from '#shared/schemas/audit.ts';
import { changesOf } from './audit-labels.ts';
import './changes.css';

/** How many are shown; the rest is collapsed. */
const shown = 3;

/** The changed fields with their old and new values. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return <>–</>;
  if (entry.action === 'update' && changes.length <= shown) return <List entry={entry} />;
  return (
    <details className="unfold">
      <summary>
        {changes.length} {changes.length === 1 ? 'field' : 'fields'}
      </summary>
      <List entry={entry} />
    </details>
  );
}

function List({ entry }: { readonly entry: AuditEntry }) {
  return (
    <dl className="changes__list">
      {changesOf(entry).map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {entry.action !== 'insert' && <del>{before}</del>}
            {entry.action === 'update' && <span className="visually-hidden"> became </span>}
            {entry.action !== 'delete' && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { ReadableAtom } from 'nanostores';
import type { Loaded } from '../../api/query.ts';
import './stat-card.css';

interface StatCardProps<Body> {
  readonly label: string;
  readonly $query: ReadableAtom<Loaded<Body>>;
  readonly value: (body: Body) => string;
  readonly note: string;
  readonly href: string;
}

/** One figure, or a dash while it is unknown. */
export function StatCard<Body>({ label, $query, value, note, href }: StatCardProps<Body>) {
  const { body, failure } = useStore($query);
  return (
    <a className="stat" href={href}>
      <span className="label">{label}</span>
      <span className="stat__value">{body ? value(body) : '–'}</span>
      <span className="stat__note">
        {!body && failure ? messages.loading.failed('figure') : note}
      </span>
    </a>
  );
}

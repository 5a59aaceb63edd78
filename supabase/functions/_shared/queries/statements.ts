import type { Sql } from 'sql-template-tag';
import { JsonValue } from './json-value.ts';

/** SQL with a placeholder for each of its values, which are bound as text. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

export interface Identity {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: object;
}

/** As PostgREST does at the beginning of each request; all of it ends with the transaction. */
export function introduce(
  { role, claims }: Identity,
  requestId: string | undefined,
  seconds = 8,
): Statement {
  return {
    text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('request.headers', $3, true), set_config('application_name', $4, true),
      set_config('statement_timeout', $5, true)`,
    values: [
      role,
      JSON.stringify(claims),
      requestId ? JSON.stringify({ 'x-request-id': requestId }) : '',
      requestId ? `api ${requestId}` : 'api',
      `${seconds}s`,
    ],
  };
}

/** As Postgres reads it; lists become arrays, unless they are to be JSON. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof JsonValue) return JSON.stringify(value.value);
  if (!Array.isArray(value)) return String(value);
  const items = value.map((it) => {
    const text = toText(it);
    return text === null ? 'null' : `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${items.join()}}`;
}

const plainName = /^[a-z_][a-z0-9_]*$/;
const functionName = /^(office\.)?[a-z_][a-z0-9_]*$/;

/** `public.f(p_a => $1)`, or `office.f(…)` for that name; what is undefined is left to the function's default. */
export function callOf(name: string, given: object = {}): Statement {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  if (!functionName.test(name) || !values.every(([it]) => plainName.test(it))) {
    throw new Error('Not a plain name');
  }
  const list = values.map(([it], i) => `${it} => $${i + 1}`).join(', ');
  const qualified = name.includes('.') ? name : `public.${name}`;
  return { text: `${qualified}(${list})`, values: values.map(([, value]) => toText(value)) };
}

/** What a statement selects or returns, as one list in JSON. */
export function asList({ text, values }: Sql): Statement {
  return {
    text: `with returned as (${text}) select coalesce(json_agg(returned), '[]') from returned`,
    values: values.map(toText),
  };
}

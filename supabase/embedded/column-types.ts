import type { PostgresType } from 'postgres';

/**
 * Postgres columns as PostgREST writes them in JSON: numbers as numbers, instants as ISO 8601, JSON as it was sent.
 * Cure for Supabase Lite 0.10.0: numeric and times arrive as Postgres' text, and JSON is stored as a string of JSON.
 */
export const columnTypes: Record<string, PostgresType> = {
  numeric: {
    to: 1700,
    from: [1700],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => Number(text),
  },
  timestamptz: { to: 1184, from: [1184], serialize: writeInstant, parse: readInstant },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: writeInstant,
    parse: (text: string) => text.replace(' ', 'T'),
  },
  jsonb: { to: 3802, from: [3802], serialize: writeJson, parse: readJson },
};

/** '2026-01-02 03:04:05.678+00' → '2026-01-02T03:04:05.678+00:00' */
function readInstant(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

function writeInstant(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Lite hands over text that is JSON already; writing it once more would store a string. */
function writeJson(value: unknown): string {
  return typeof value === 'string' && isJson(value) ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readJson(text: string): unknown {
  return JSON.parse(text);
}

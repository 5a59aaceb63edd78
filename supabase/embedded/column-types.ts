import type { PostgresType } from 'postgres';

/**
 * Column values as PostgREST writes them in JSON: numbers as numbers, timestamps as ISO 8601, JSON unchanged.
 * Workaround for Supabase Lite 0.10.0, which returns numeric and timestamps as text and stores JSON as a JSON string.
 */
export const columnTypes: Record<string, PostgresType> = {
  numeric: {
    to: 1700,
    from: [1700],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => Number(text),
  },
  timestamptz: { to: 1184, from: [1184], serialize: writeTimestamp, parse: readTimestamp },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: writeTimestamp,
    parse: (text: string) => text.replace(' ', 'T'),
  },
  jsonb: { to: 3802, from: [3802], serialize: writeJson, parse: readJson },
};

/** '2026-01-02 03:04:05.678+00' → '2026-01-02T03:04:05.678+00:00' */
function readTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

function writeTimestamp(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Lite passes serialized JSON; serializing it again would store a string. */
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

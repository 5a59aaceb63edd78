import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../database.types.ts';
import type { Settings } from '../settings.ts';

export type Db = SupabaseClient<Database>;

/** No request may hang for ever on a database that does not answer. */
const patient: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(30_000) });

/** Lets the database's log name the request that a statement belongs to. */
function naming({ requestId }: Settings): Record<string, string> {
  return requestId ? { 'x-request-id': requestId } : {};
}

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** As a visitor, or as the person whose access token is given: row-level security decides. */
export function connectAs(settings: Settings, token: string | null): Db {
  return createClient<Database>(settings.supabaseUrl, settings.anonKey, {
    auth: stateless,
    global: {
      fetch: patient,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...naming(settings),
      },
    },
  });
}

/** Bypasses row-level security: for payments, for the auth server, and for writes that the API limits or asks a password for. */
export function connectAsService(settings: Settings): Db {
  return createClient<Database>(settings.supabaseUrl, settings.serviceRoleKey, {
    auth: stateless,
    global: { fetch: patient, headers: naming(settings) },
  });
}

interface Refused {
  message: string;
  code?: string;
  details?: string | null;
  hint?: string | null;
}

/** What the database or the auth server refused, with its own code; never shown to people as it is. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  readonly status: number;
  constructor(error: Refused, status: number) {
    super(error.message);
    this.name = 'DatabaseError';
    this.code = error.code ?? '';
    this.details = error.details ?? '';
    this.hint = error.hint ?? '';
    this.status = status;
  }
}

interface Answer<T> {
  data: T;
  error: Refused | null;
  status: number;
}

/** The rows of an answer, or a DatabaseError. */
export function rows<T>({ data, error, status }: Answer<T>): NonNullable<T> {
  if (error) throw new DatabaseError(error, status);
  if (data === null || data === undefined) {
    throw new DatabaseError({ message: 'No row', code: 'PGRST116' }, 404);
  }
  return data;
}

/** The row of an answer that may have none, or a DatabaseError. */
export function rowOrNull<T>({ data, error, status }: Answer<T>): T {
  if (error) throw new DatabaseError(error, status);
  return data;
}

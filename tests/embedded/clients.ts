import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type postgres from 'postgres';

import { withDatabase } from '../../scripts/database.ts';
import { stack } from '../support/stack.ts';

const separate = { auth: { persistSession: false, autoRefreshToken: false } };

export function visitor(): SupabaseClient {
  const { url, anonKey } = stack();
  return createClient(url, anonKey, separate);
}

export function serviceRole(): SupabaseClient {
  const { url, serviceRoleKey } = stack();
  return createClient(url, serviceRoleKey, separate);
}

export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  client: SupabaseClient;
}

export async function newCustomer(data: Record<string, unknown> = {}): Promise<Person> {
  const client = visitor();
  const email = `customer-${crypto.randomUUID()}@hemline.example`;
  const password = `secret-${crypto.randomUUID()}`;
  const { data: answer, error } = await client.auth.signUp({ email, password, options: { data } });
  if (error || !answer.session || !answer.user) throw error ?? new Error('No session');
  return { id: answer.user.id, email, password, token: answer.session.access_token, client };
}

export async function newAdministrator(): Promise<Person> {
  const person = await newCustomer();
  await withSql(async (sql) => {
    await sql`insert into administrators (id, firstname, email) values (${person.id}, 'Ada', ${person.email})`;
  });
  return person;
}

export async function withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return withDatabase(stack().dbUrl, work);
}

/** Sends a request without a client library. */
export async function call(path: string, init: RequestInit & { token?: string } = {}) {
  const { url, anonKey } = stack();
  const { token, ...rest } = init;
  const headers = new Headers(init.headers);
  headers.set('apikey', anonKey);
  headers.set('authorization', `Bearer ${token ?? anonKey}`);
  return fetch(`${url}${path}`, { ...rest, headers });
}

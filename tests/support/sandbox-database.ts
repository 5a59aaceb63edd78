import postgres from 'postgres';
import { stack } from './stack.ts';

/** An empty database for a payment sandbox of a test's own. */
export async function openSandboxDatabase(name: string): Promise<postgres.Sql> {
  const database = `${name}_${Date.now()}`;
  const address = new URL(stack().dbUrl);
  const admin = postgres(address.href, { max: 1 });
  await admin.unsafe(`create database ${database}`);
  await admin.end();
  address.pathname = `/${database}`;
  return postgres(address.href, { max: 2, onnotice: () => undefined });
}

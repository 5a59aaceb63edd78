import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../supabase/embedded/ports.ts';
import { copyTemplate } from './template.ts';
import { serve, startBuiltSite, type Served } from './serve.ts';

export interface OwnShop extends Served {
  readonly siteUrl: string;
  readonly sql: postgres.Sql;
  /** Stops the stack but not the site. */
  stopStack(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A separate shop, for tests that would disturb others; without products unless it keeps those of the demo. With `begins`, as
 * `npm start -- --empty` makes it: without any of the demo.
 */
export async function openOwnShop({ keepsGoods = false, begins = false } = {}): Promise<OwnShop> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-own-shop-'));
  const stateDir = join(folder, 'state');
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  if (!begins) await copyTemplate(stateDir);
  const { values, stop } = await serve(stateDir, siteUrl, { empty: begins });
  const sql = postgres(values.dbUrl, { max: 1 });
  for (const table of keepsGoods || begins ? [] : ['orders', 'products', 'categories', 'banners']) {
    await sql`delete from ${sql(table)}`;
  }
  const site = await startBuiltSite(port, siteUrl, values, () => undefined);
  const stopStack = async () => {
    await sql.end();
    await stop();
  };
  const close = async () => {
    await site.stop();
    await stopStack();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...values, siteUrl, sql, stopStack, close };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../supabase/embedded/ports.ts';
import { serve, startBuiltSite, type Served } from './stack.ts';

export interface OwnShop extends Served {
  readonly siteUrl: string;
  readonly sql: postgres.Sql;
  /** Ends everything behind the site, and leaves the site alone. */
  loseStack(): Promise<void>;
  close(): Promise<void>;
}

/** A shop beside the one that all tests share, for what would disturb them. Nothing is sold in it yet. */
export async function openOwnShop(): Promise<OwnShop> {
  const stateDir = await mkdtemp(join(tmpdir(), 'hemline-own-shop-'));
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const { values, stop } = await serve(stateDir, siteUrl);
  const sql = postgres(values.dbUrl, { max: 1 });
  for (const table of ['orders', 'products', 'categories', 'banners']) {
    await sql`delete from ${sql(table)}`;
  }
  const site = await startBuiltSite(port, siteUrl, values, () => undefined);
  const loseStack = async () => {
    await sql.end();
    await stop();
  };
  const close = async () => {
    await site.stop();
    await loseStack();
    await rm(stateDir, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...values, siteUrl, sql, loseStack, close };
}

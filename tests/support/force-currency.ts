import { sql } from '../api/client.ts';

/** Makes a currency that of the shop though it has orders, and purges its pages. */
export async function forceCurrency(currency: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update shop_settings set value = to_jsonb(${currency}::text) where name = 'currency'`;
    await tx`insert into catalogue_changes (tag) values ('everything')`;
  });
}

import postgres from 'postgres';

/**
 * Makes a currency that of a shop that was started for the proof, and scales its prices. The orders of the demo shop stay in
 * dollars: they would forbid it, so that no trigger is asked.
 */
export async function chooseCurrency(dbUrl: string, currency: string): Promise<void> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update shop_settings set value = to_jsonb(${currency}::text) where name = 'currency'`;
      await tx`update product_variants set price_delta = private.rounded(price_delta * private.price_step(${currency}))`;
      await tx`update shipping_methods set weight_bands = '[]'`;
      await tx`update price_list_items set price = private.rounded(price * private.price_step(${currency}))`;
      await tx`set local session_replication_role = origin`;
      await tx`
        update products set price = private.rounded(price * private.price_step(${currency})),
          compare_at_price = private.rounded(compare_at_price * private.price_step(${currency}))`;
      await tx`
        update shipping_methods set price = private.rounded(price * private.price_step(${currency})),
          free_from = private.rounded(free_from * private.price_step(${currency}))`;
    });
  } finally {
    await sql.end();
  }
}

import { decimalsOf } from '#shared/domain/currency.ts';
import type { Tx } from './actors.ts';

let shopDecimals = 2;

/** Makes a currency that of the shop, which has orders already, until the end of the transaction. */
export async function chooseCurrency(tx: Tx, currency: string): Promise<void> {
  shopDecimals = decimalsOf(currency);
  await tx`set local session_replication_role = replica`;
  await tx`update shop_settings set value = ${JSON.stringify(currency)}::text::jsonb where name = 'currency'`;
  await tx`set local session_replication_role = origin`;
}

/** Smallest units of the chosen currency, which tests call cents, as an amount. */
export const written = (cents: number, decimals = shopDecimals): string =>
  (cents / 10 ** decimals).toFixed(decimals);

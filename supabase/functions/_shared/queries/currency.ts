import { setShopCurrency } from '../domain/currency.ts';
import type { Db } from './database.ts';

/** Another instance may have changed it meanwhile. */
const maxAge = 1000;
let readAt = -maxAge;

/** Makes `shopCurrency` that of the shop. Without an answer it stays what it was: SQL refuses what does not fit. */
export async function refreshCurrency(db: Db): Promise<void> {
  if (performance.now() - readAt < maxAge) return;
  const currency = await db.call('shop_currency').catch(() => null);
  if (currency === null) return;
  setShopCurrency(currency);
  readAt = performance.now();
}

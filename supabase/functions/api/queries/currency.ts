import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { CurrenciesReply } from '../../_shared/schemas/currency.ts';

export async function listCurrencies(db: Db): Promise<CurrenciesReply> {
  const { currencies, ...rest } = await db.call('office.currencies');
  return {
    ...rest,
    currencies: currencies.map(({ too_fine: tooFine, ...it }) => ({ ...it, tooFine })),
  };
}

/** @throws DatabaseError validation_failed, currency_fixed, amounts_too_fine */
export async function saveCurrency(db: Db, currency: string): Promise<void> {
  await db.query(sql`
    update public.shop_settings set value = ${new JsonValue(currency)}::jsonb where name = 'currency' returning name`);
}

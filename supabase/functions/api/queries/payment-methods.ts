import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { PaymentMethodRow } from '../../_shared/queries/payment-rows.ts';
import type { PaymentMethodsInput } from '../../_shared/schemas/payment-methods.ts';

/** Those that the shop has chosen before, in the order of the checkout. */
export const readMethods = (db: Db): Promise<PaymentMethodRow[]> =>
  db.call('office.payment_methods');

/** @throws DatabaseError validation_failed, no_key, no_bank_account */
export async function saveMethods(db: Db, { methods }: PaymentMethodsInput): Promise<void> {
  const rows = methods.map(({ name, isOn, ...it }) => ({ ...it, provider: name, is_on: isOn }));
  await db.call('office.save_payment_methods', { p_methods: new JsonValue(rows) });
}

/** The account that transfers go to; empty while there is none. */
export const readBankAccount = (db: Db): Promise<string> => db.call('bank_account');

import { randomUUID } from 'node:crypto';
import type { Db } from './actors.ts';
import { addCustomer } from './people.ts';
import { add } from './goods.ts';
import { placeOrder, type Line, type Order, type OrderOptions } from './orders.ts';

type Columns = Record<string, string | number | boolean | null>;

/** An approved company; its columns may differ. */
export const addCompany = (db: Db, columns: Columns = {}) =>
  add(db, 'companies', { name: 'Brook & Sons', country: 'IE', status: 'approved', ...columns });

export const addMember = (db: Db, company_id: string, user_id: string, role = 'buyer') =>
  add(db, 'company_members', { company_id, user_id, role }, 'user_id');

/** A price list of so many percent off. */
export const addList = (db: Db, percent = 0) =>
  add(db, 'price_lists', { name: randomUUID(), percent });

/** A member of an approved company that pays within 30 days, up to 100 dollars; its columns may differ. */
export async function addBuyer(db: Db, columns: Columns = {}) {
  const user = await addCustomer(db, { address: '4 Mill Lane', country: 'Ireland' });
  const company = await addCompany(db, { terms_days: 30, credit_limit: 100, ...columns });
  await addMember(db, company, user);
  return { user, company };
}

export interface OnTerms extends Order {
  due_at: Date | null;
  paid_at: Date | null;
}

/** As the signed-in member; the amount is in dollars. */
export const orderOnTerms = (
  db: Db,
  lines: readonly Line[],
  amount: number,
  options: OrderOptions = {},
) => placeOrder<OnTerms>(db, lines, amount, { terms: true, ...options });

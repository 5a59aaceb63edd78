import type postgres from 'postgres';
import { only } from './actors.ts';
import { addCustomer, placeOrder, type Line, type Order, type OrderOptions } from './goods.ts';

type Db = postgres.Sql | postgres.TransactionSql;

/** A member of an approved company that pays within 30 days, up to 100 dollars; its columns may differ. */
export async function addBuyer(db: Db, columns: Record<string, string | number | boolean> = {}) {
  const user = await addCustomer(db, { address: '4 Mill Lane', country: 'Ireland' });
  const given = { name: 'Brook & Sons', country: 'IE', status: 'approved', ...columns };
  const terms = { terms_days: 30, credit_limit: 100, ...given };
  const { id: company } = only(
    await db<{ id: string }[]>`insert into companies ${db(terms)} returning id`,
  );
  await addMember(db, company, user);
  return { user, company };
}

export const addMember = (db: Db, company: string, user: string) =>
  db`insert into company_members (user_id, company_id) values (${user}, ${company})`;

export interface OnTerms extends Order {
  due_at: Date | null;
  paid_at: Date | null;
}

/** As the signed-in member; the amount is in dollars. */
export async function orderOnTerms(
  db: Db,
  lines: readonly Line[],
  amount: number,
  options: OrderOptions = {},
): Promise<OnTerms> {
  return placeOrder(db, lines, String(amount), { terms: true, ...options });
}

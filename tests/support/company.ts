import { onTestFinished } from 'vitest';
import { sql } from '../api/client.ts';
import { registeredCustomer } from './customers.ts';

/** A customer who buys for an approved company with a price list of its own, which is deleted after the test. */
export async function companyMember({ percent = 20 } = {}) {
  const customer = await registeredCustomer();
  const name = `Brook & Sons ${crypto.randomUUID().slice(0, 8)}`;
  const [company] = await sql<{ id: string; list: string }[]>`
    with list as (insert into price_lists (name, percent) values (${name}, ${percent}) returning id),
    company as (insert into companies (name, country, status, price_list_id)
      select ${name}, 'IE', 'approved', id from list returning id, price_list_id as list),
    member as (insert into company_members (user_id, company_id)
      select p.id, company.id from profiles p, company where p.email = ${customer.email})
    select id, list from company`;
  if (!company) throw new Error('No company was made');
  onTestFinished(async () => {
    await sql`delete from companies where id = ${company.id}`;
    await sql`delete from price_lists where id = ${company.list}`;
  });
  return {
    customer,
    name,
    /** A price in dollars from so many pieces on. */
    price: (product: string, from: number, price: number) =>
      sql`insert into price_list_items (price_list_id, product_id, min_quantity, price)
        values (${company.list}, ${product}, ${from}, ${price})`,
    packs: (product: string, minimum: number, multiple: number) =>
      sql`insert into order_quantities (product_id, price_list_id, minimum, multiple)
        values (${product}, ${company.list}, ${minimum}, ${multiple})`,
    /** The SKU of a size, in a color where there are several. */
    skuOf: async (product: string, size: string, color: string | null = null) =>
      (
        await sql<{ sku: string }[]>`
        select sku from product_variants where product_id = ${product} and size = ${size} and color = coalesce(${color}, color)`
      )[0]?.sku ?? '',
    /** The cart, as [size, color, quantity]. */
    cart: async () =>
      (
        await sql<{ size: string | null; color: string | null; quantity: number }[]>`
        select c.size, c.color, c.quantity from cart_items c join profiles p on p.id = c.user_id
        where p.email = ${customer.email} order by c.created_at`
      ).map(({ size, color, quantity }) => [size, color, quantity]),
  };
}

/** Makes a customer the manager of a new approved company. Returns its id and its name, which no other has. */
export async function joinCompany(
  email: string,
  terms = { terms_days: 0, credit_limit: 0 },
): Promise<{ company: string; name: string }> {
  const name = `Brook ${crypto.randomUUID().slice(0, 8)}`;
  const [made] = await sql<{ company: string }[]>`
      with made as (
        insert into companies ${sql({ name, country: 'IE', status: 'approved', ...terms })} returning id)
      insert into company_members (user_id, company_id, role)
      select p.id, made.id, 'manager' from profiles p, made where p.email = ${email}
      returning company_id as company`;
  return { company: made?.company ?? '', name };
}

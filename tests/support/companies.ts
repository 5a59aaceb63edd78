import postgres from 'postgres';
import { inject } from 'vitest';

/** Makes a customer the manager of a new approved company. Returns its id and its name, which no other has. */
export async function joinCompany(email: string): Promise<{ company: string; name: string }> {
  const sql = postgres(inject('stack').dbUrl, { max: 1 });
  const name = `Brook ${crypto.randomUUID().slice(0, 8)}`;
  try {
    const [made] = await sql<{ company: string }[]>`
      with made as (
        insert into companies (name, country, status) values (${name}, 'IE', 'approved') returning id)
      insert into company_members (user_id, company_id, role)
      select p.id, made.id, 'manager' from profiles p, made where p.email = ${email}
      returning company_id as company`;
    return { company: made?.company ?? '', name };
  } finally {
    await sql.end();
  }
}

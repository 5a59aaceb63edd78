import { randomUUID } from 'node:crypto';
import { only, type Tx } from './actors.ts';
import { each, type Trial } from './trial-people.ts';

/** A price list of no company. */
const sharedList = randomUUID();

/** The approved company, with a price list of its own, of which a customer is the manager; a new one unless there is one. */
async function addCompany(tx: Tx, user: string): Promise<{ company: string; list: string }> {
  await tx`insert into price_lists (id, name) values (${sharedList}, ${sharedList}) on conflict do nothing`;
  const [own] = await tx<{ company: string; list: string }[]>`
    select c.id as company, c.price_list_id as list from company_members m
    join companies c on c.id = m.company_id and c.price_list_id is not null where m.user_id = ${user}`;
  if (own) return own;
  const list = only(
    await tx<{ id: string }[]>`
      insert into price_lists (name, percent) values (${randomUUID()}, 10) returning id`,
  );
  const company = only(
    await tx<{ id: string }[]>`
      insert into companies (name, country, status, price_list_id)
      values ('Brook & Sons', 'IE', 'approved', ${list.id}) returning id`,
  );
  await tx`
    insert into company_members (user_id, company_id, role) values (${user}, ${company.id}, 'manager')
    on conflict (user_id) do update set company_id = excluded.company_id`;
  return { company: company.id, list: list.id };
}

async function addQuote(tx: Tx, user: string): Promise<string> {
  const { company } = await addCompany(tx, user);
  return only(
    await tx<{ id: string }[]>`
      insert into quotes (company_id, user_id) values (${company}, ${user}) returning id`,
  ).id;
}

/** Companies, and what belongs to them. */
export const companyTrials: Record<string, Trial> = {
  companies: {
    key: 'id',
    rows: each('id', async (tx, user) => [{ id: (await addCompany(tx, user)).company }]),
    insert: () => ({ name: 'Mills', country: 'IE' }),
    update: { credit_limit: '1000' },
  },
  company_members: {
    key: 'user_id',
    rows: each('user_id', async (tx, user) => {
      await addCompany(tx, user);
      return [{ user_id: user }];
    }),
    insert: ({ a }) => ({ user_id: a, company_id: randomUUID() }),
    update: { role: 'manager' },
  },
  company_invitations: {
    key: 'id',
    rows: each('id', async (tx, user) => {
      const { company } = await addCompany(tx, user);
      return tx`
        insert into company_invitations (company_id, email)
        values (${company}, 'new@test.example') returning id`;
    }),
    insert: () => ({ company_id: randomUUID(), email: 'other@test.example' }),
    update: { role: 'manager' },
  },
  price_lists: {
    key: 'id',
    rows: each('id', async (tx, user) => [{ id: (await addCompany(tx, user)).list }]),
    insert: () => ({ name: randomUUID(), percent: 5 }),
    update: { percent: '50' },
  },
  price_list_items: {
    key: 'id',
    rows: each('id', async (tx, user, { product }) => {
      const { list } = await addCompany(tx, user);
      return tx`
        insert into price_list_items (price_list_id, product_id, price)
        values (${list}, ${product}, 5) returning id`;
    }),
    insert: ({ product }) => ({ price_list_id: sharedList, product_id: product, price: 1 }),
    update: { price: '1' },
  },
  order_quantities: {
    key: 'id',
    rows: each('id', async (tx, user, { product }) => {
      const { list } = await addCompany(tx, user);
      return tx`
        insert into order_quantities (product_id, price_list_id, minimum)
        values (${product}, ${list}, 6) returning id`;
    }),
    insert: ({ product }) => ({ product_id: product, price_list_id: sharedList, multiple: 6 }),
    update: { multiple: '12' },
  },
  quotes: {
    key: 'id',
    rows: each('id', async (tx, user) => [{ id: await addQuote(tx, user) }]),
    insert: ({ a }) => ({ company_id: randomUUID(), user_id: a }),
    update: { status: 'accepted' },
  },
  quote_lines: {
    key: 'id',
    rows: each(
      'id',
      async (tx, user, { product }) => tx`
        insert into quote_lines (quote_id, product_id, title, quantity, unit_price)
        values (${await addQuote(tx, user)}, ${product}, 'Coat', 1, 5) returning id`,
    ),
    insert: ({ product }) => ({ quote_id: randomUUID(), product_id: product, unit_price: 1 }),
    update: { unit_price: '1' },
  },
  quote_messages: {
    key: 'id',
    rows: each(
      'id',
      async (tx, user) => tx`
        insert into quote_messages (quote_id, from_office, text)
        values (${await addQuote(tx, user)}, false, 'When?') returning id`,
    ),
    insert: () => ({ quote_id: randomUUID(), text: 'Yes' }),
    update: { text: 'No' },
  },
};

import { actAs, only, type Tx } from './actors.ts';
import { addAdministrator, addCustomer, addProduct } from './goods.ts';

type Db = Parameters<typeof addCustomer>[0];

/** Two members of an approved company whose list has prices, a minimum and packs. */
export async function addMembers(db: Db, product: string) {
  const address = { address: '4 Mill Lane', country: 'Ireland' };
  const member = await addCustomer(db, address);
  const colleague = await addCustomer(db, address);
  const list = only(
    await db<{ id: string }[]>`
      insert into price_lists (name, percent) values (${crypto.randomUUID()}, 10) returning id`,
  );
  const company = only(
    await db<{ id: string }[]>`
      insert into companies (name, country, status, price_list_id, order_minimum)
      values ('Brook & Sons', 'IE', 'approved', ${list.id}, 10000) returning id`,
  );
  await db`insert into company_members (user_id, company_id) values (${member}, ${company.id}), (${colleague}, ${company.id})`;
  await db`insert into order_quantities (product_id, minimum, multiple) values (${product}, 60, 12)`;
  return { member, colleague, company: company.id };
}

export interface Quote {
  id: string;
  number: string;
  status: string;
  to_answer: boolean;
  price: { total_price: number } | null;
  lines: { unit_price: number; quantity: number; size: string | null }[];
  messages: { from_office: boolean; text: string }[];
}

export const readQuote = async (db: Db, id: string): Promise<Quote | null> =>
  only(await db<{ quote: Quote | null }[]>`select read_quote(${id}) as quote`).quote;

/** As the signed-in member. */
export async function requestQuote(
  tx: Db,
  product: string,
  quantity: number,
  message = 'For spring?',
) {
  await tx`select add_to_cart(${product}, ${quantity}, 'M')`;
  return only(await tx<{ id: string }[]>`select request_quote(${message}) as id`).id;
}

export const offer = (
  tx: Db,
  quote: string,
  lines: object[],
  endsAt = new Date(Date.now() + 86_400_000).toISOString(),
) =>
  tx`select office.save_quote(${quote}, ${JSON.stringify(lines)}::text::jsonb, ${endsAt}, 'As agreed')`;

export interface Accepted {
  id: string;
  status: string;
  total_price: number;
}

export const accept = async (tx: Db, quote: string, options: object = {}): Promise<Accepted> =>
  only(
    await tx<{ order: Accepted }[]>`
      select accept_quote(${quote}, ${JSON.stringify(options)}::text::jsonb) as order`,
  ).order;

/** An offer of seven M at 31.50 and one L at 0.01 dollars; its member is signed in. */
export async function offered(tx: Tx) {
  const product = await addProduct(tx, { price: '20', sizes: ['M', 'L'] });
  const people = await addMembers(tx, product);
  const administrator = await addAdministrator(tx);
  await actAs(tx, people.member);
  const quote = await requestQuote(tx, product, 5);
  await actAs(tx, administrator);
  await offer(tx, quote, [
    { product, size: 'M', quantity: 7, unit_price: 31.5 },
    { product, size: 'L', quantity: 1, unit_price: 0.01 },
  ]);
  await actAs(tx, people.member);
  return { ...people, product, quote, administrator };
}

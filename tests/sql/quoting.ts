import { actAs, type Db, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { add, addProduct } from './goods.ts';
import { addBuyer, addList, addMember } from './companies.ts';

/** Two members of an approved company whose list has prices, a minimum and packs. */
export async function addMembers(db: Db, product_id: string) {
  const list = await addList(db, 10);
  const { user: member, company } = await addBuyer(db, {
    ...{ price_list_id: list, order_minimum: 10_000, terms_days: 0, credit_limit: 0 },
  });
  const colleague = await addCustomer(db, { address: '4 Mill Lane', country: 'Ireland' });
  await addMember(db, company, colleague);
  await add(db, 'order_quantities', { product_id, minimum: 60, multiple: 12 });
  return { member, colleague, company };
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

export const readQuote = (db: Db, id: string): Promise<Quote | null> =>
  valueOf<Quote | null>(db`select read_quote(${id})`);

/** As the signed-in member. */
export async function requestQuote(
  tx: Db,
  product: string,
  quantity: number,
  message = 'For spring?',
) {
  await tx`select add_to_cart(${product}, ${quantity}, 'M')`;
  return valueOf<string>(tx`select request_quote(${message})`);
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

export const accept = (tx: Db, quote: string, options: object = {}): Promise<Accepted> =>
  valueOf<Accepted>(tx`select accept_quote(${quote}, ${JSON.stringify(options)}::text::jsonb)`);

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

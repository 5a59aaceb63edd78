import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Db } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { keyOf, rowsOf } from './row-trials.ts';
import type { People } from './trial.ts';

/** What customers of wholesale keep in tables that nothing ties to a company. */
const ownTables = ['addresses', 'cart_drafts', 'cart_items'];

/** Every table that refers to companies or price lists, by itself or through another one. */
async function companyTables(db: Db): Promise<string[]> {
  return valuesOf<string>(db`
    with recursive tied (id) as (
      select unnest('{public.companies,public.price_lists}'::regclass[])::oid
      union select c.conrelid from pg_constraint c join tied on tied.id = c.confrelid where c.contype = 'f')
    select c.relname as name from tied join pg_class c on c.oid = tied.id
    order by c.relname <> 'companies', c.relname`);
}

/** A row of the company of customer B, which customer A has no business with. */
interface ForeignRow {
  table: string;
  key: string;
  id: string;
}

export interface Foreign {
  rows: readonly ForeignRow[];
  /** Whatever tells that a text is about B's company: the ids of its rows, and its names. */
  marks: readonly string[];
  /** A's own company. */
  own: string;
}

/** Gives both customers a company, and a row in each of its tables. */
export async function addForeign(sql: postgres.Sql, people: People): Promise<Foreign> {
  return sql.begin(async (tx) => {
    const rows: ForeignRow[] = [];
    for (const table of [...(await companyTables(tx)), ...ownTables]) {
      const [, id] = await rowsOf(tx, table, people);
      rows.push({ table, key: keyOf(table), id });
    }
    const name = randomUUID();
    const companyOf = (user: string) =>
      valueOf<string>(tx`select company_id from company_members where user_id = ${user}`);
    const company = await companyOf(people.b);
    await tx`update companies set name = ${name} where id = ${company}`;
    // Made up: nobody sends them, in a shop that goes on.
    await tx`update mail_outbox set state = 'sent' where queued_at = now()`;
    // One that could be accepted.
    await tx`update quotes set status = 'offered', ends_at = now() + interval '1 day' where company_id = ${company}`;
    await tx`update price_lists set name = ${name} where id = (select price_list_id from companies where id = ${company})`;
    const marks = [...new Set([...rows.map(({ id }) => id), company, people.b, name])];
    return { rows, marks, own: await companyOf(people.a) };
  });
}

/** Whom customer A is while they try. */
export const stances = ['visitor', 'customer of no company', 'buyer', 'manager'] as const;
export type Stance = (typeof stances)[number];

export async function takeStance(
  db: Db,
  user: string,
  stance: Stance,
  company: string,
): Promise<void> {
  await db`delete from company_members where user_id = ${user}`;
  if (stance !== 'buyer' && stance !== 'manager') return;
  await db`insert into company_members (user_id, company_id, role) values (${user}, ${company}, ${stance})`;
}

/** All rows that say anything of B's company, to see whether one was changed or added. */
export async function rowsAbout(db: Db, { rows, marks }: Foreign): Promise<string[]> {
  const all = [...new Set(rows.map(({ table }) => table))].map(
    (table) => `select '${table}' || to_jsonb(t)::text as row from public.${table} t`,
  );
  const found = await db.unsafe<{ row: string }[]>(
    `select row from (${all.join(' union all ')}) r
    where exists (select from unnest($1::text[]) mark where strpos(r.row, mark) > 0) order by 1`,
    [[...marks]],
  );
  return found.map(({ row }) => row);
}

interface Argument {
  name: string;
  type: string;
  required: boolean;
}
export interface Callable {
  name: string;
  args: Argument[];
}

/** Every function that signed-in customers may call with the id of something. */
export async function callables(db: Db): Promise<Callable[]> {
  const found = await db<Callable[]>`
    select p.proname as name, (
      select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, null),
        'required', a.place <= p.pronargs - p.pronargdefaults) order by a.place), '[]')
      from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality a (name, type, place)) as args
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  return found.filter(({ args }) => args.some(namesSomething));
}

const namesSomething = ({ name, type }: Argument): boolean =>
  /^(?:uuid|jsonb?)(?:\[\])?$/.test(type) || name === 'p_reference';

const samples: Record<string, unknown> = {
  text: 'x',
  bigint: 1,
  integer: 1,
  numeric: 1,
  boolean: false,
};

/** Arguments by which a function is asked for something of this id. */
export function argumentsWith(id: string, { args }: Callable): Record<string, unknown> {
  const valueOf = ({ name, type }: Argument): unknown => {
    if (type.startsWith('json')) {
      const it = { product: id, item: id, line: id, quantity: 1 };
      return name === 'p_options' ? { quote: id, replaces: [id] } : [it];
    }
    if (type.endsWith('[]')) return type === 'uuid[]' ? [id] : [];
    if (type === 'uuid' || name === 'p_reference') return id;
    if (!(type in samples)) throw new Error(`There is no sample of ${type} yet`);
    return samples[type];
  };
  const asked = args.filter((it) => it.required || namesSomething(it));
  return Object.fromEntries(asked.map((it) => [it.name, valueOf(it)]));
}

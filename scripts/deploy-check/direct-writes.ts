import postgres from 'postgres';

/** Answers nobody: no record has this id. */
const nobody = '00000000-0000-4000-8000-000000000000';

/** Rows that only SQL functions may insert. Each breaks a constraint, so that nothing is kept where the right is there. */
export const rows: Readonly<Record<string, Record<string, string | number | null>>> = {
  administrators: { id: nobody },
  cart_items: { product_id: nobody, quantity: 0 },
  contact_messages: { email: '', message: '' },
  order_items: { order_id: nobody, title: '', unit_price: -1, quantity: 0 },
  orders: { total_price: -1 },
  payment_attempts: { reference: '', order_id: nobody, amount_minor: -1, currency: '' },
  payment_events: { id: null },
  refunds: { reference: '', order_id: nobody, amount_minor: -1, currency: '' },
  reviews: { product_id: nobody, rating: 0, comment: '' },
};

const reference = { p_reference: '' };
const amount = { ...reference, p_amount_minor: -1 };
const event = { p_event_key: null, p_event: '', p_payload: {} };

/** Functions that only the service role may call. They fail on these arguments where the right is there. */
export const functions: Readonly<Record<string, Record<string, unknown>>> = {
  add_contact_message: { p_firstname: '', p_lastname: '', p_email: '', p_message: '' },
  add_review: { p_customer: nobody, p_product: nobody, p_rating: 0, p_comment: '' },
  delete_account: { p_customer: nobody },
  save_authorization: { ...reference, p_url: '' },
  settle_payment: { ...event, ...amount, p_currency: '' },
  settle_refund: { ...event, ...amount, p_status: '' },
  start_payment_attempt: { ...reference, p_order_id: nobody },
  start_refund: { ...amount, p_currency: '', p_asked_by: nobody },
  take_rate: { p_key: null, p_limit: 0, p_window: '1 minute' },
};

/** What is open, `insert into orders` for instance, and the SQL that closes it. */
type Open = Map<string, string>;

function noteTable(open: Open, name: string): void {
  open.set(`insert into ${name}`, `revoke insert on public.${name} from anon, authenticated`);
}

function noteFunction(open: Open, name: string): void {
  const close = `revoke execute on function public.${name} from public, anon, authenticated`;
  open.set(`call ${name}`, close);
}

interface Project {
  url: string;
  anonKey: string;
  dbUrl: string;
}

/** As anybody can who has the public key. */
async function openToVisitors({ url, anonKey }: Project): Promise<Open> {
  const ask = (path: string, sent?: object) =>
    fetch(`${url}/rest/v1/${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${anonKey}`,
        'content-type': 'application/json',
      },
      ...(sent ? { body: JSON.stringify(sent) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
  // A wrong key is refused everywhere, which would look as if all were closed.
  const { status } = await ask('categories?select=id&limit=1');
  if (status !== 200)
    throw new Error(`the database answered ${status}: SUPABASE_ANON_KEY is another`);
  const isOpen = async (path: string, sent: object) => {
    const { status } = await ask(path, sent);
    if (status === 429 || status >= 500) throw new Error(`the database answered ${status}`);
    return ![401, 403, 404].includes(status);
  };
  const open: Open = new Map();
  for (const [name, row] of Object.entries(rows)) {
    if (await isOpen(name, row)) noteTable(open, name);
  }
  for (const [name, given] of Object.entries(functions)) {
    if (await isOpen(`rpc/${name}`, given)) noteFunction(open, name);
  }
  return open;
}

class RollBack extends Error {}

const refused = ['42501', '42P01'];

/** As a customer who registers in a transaction that is rolled back. */
async function openToCustomers({ dbUrl }: Project): Promise<Open> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
  const open: Open = new Map();
  const work = async (tx: postgres.TransactionSql): Promise<never> => {
    const callable = await tx<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and proname in ${tx(Object.keys(functions))}
        and has_function_privilege('authenticated', oid, 'execute')`;
    for (const { name } of callable) noteFunction(open, name);
    const id = crypto.randomUUID();
    await tx`insert into auth.users (id, email) values (${id}, ${`${id}@test.invalid`})`;
    const claims = JSON.stringify({ role: 'authenticated', sub: id });
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    for (const [name, row] of Object.entries(rows)) {
      const code = await tx
        .savepoint(async (point) => {
          await point`insert into ${point(`public.${name}`)} ${point(row)}`;
          return '';
        })
        .catch((error: unknown) => {
          if (error instanceof postgres.PostgresError) return error.code;
          throw error;
        });
      if (!refused.includes(code)) noteTable(open, name);
    }
    throw new RollBack();
  };
  try {
    await sql.begin(work);
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  } finally {
    await sql.end();
  }
  return open;
}

/** Tables whose rows anybody with a right to the table reaches, whosever they are. */
async function unguardedTables({ dbUrl }: Project): Promise<Open> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
  const found = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`.finally(
    () => sql.end(),
  );
  return new Map(
    found.map(({ name }) => [
      `row-level security of ${name} is off`,
      `alter table public.${name} enable row level security`,
    ]),
  );
}

/** Tries to write directly to the database what only the functions may write; keeps nothing. */
export async function checkDirectWrites(project: Project): Promise<string | { wrong: string }> {
  const [visitors, customers, unguarded] = await Promise.all([
    openToVisitors(project),
    openToCustomers(project),
    unguardedTables(project),
  ]);
  const said = [
    ...[...visitors.keys()].map((it) => `visitors may ${it}`),
    ...[...customers.keys()].map((it) => `signed-in customers may ${it}`),
    ...unguarded.keys(),
  ];
  const count = Object.keys(rows).length + Object.keys(functions).length;
  if (said.length === 0) return `${count} kinds refused to visitors and customers`;
  const close = new Set([...visitors.values(), ...customers.values(), ...unguarded.values()]);
  return {
    wrong: `${said.join(', ')}: npx supabase db query --linked "${[...close].join('; ')}"`,
  };
}

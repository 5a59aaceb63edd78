import postgres from 'postgres';
import { withDatabase } from '../database.ts';

/** An id that no record has. */
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Rows that only SQL functions may insert. Each violates a constraint, so that nothing is written where the grant exists. */
export const rows: Readonly<Record<string, Record<string, string | number | null>>> = {
  administrators: { id: unknownId },
  cart_items: { product_id: unknownId, quantity: 0 },
  companies: { name: '', country: '' },
  company_invitations: { company_id: unknownId, email: '' },
  company_members: { user_id: unknownId, company_id: unknownId },
  contact_messages: { email: '', message: '' },
  custom_fields: { resource: '', key: '', name: '', kind: '' },
  custom_values: { field_id: unknownId, value: '' },
  invoices: { kind: 'invoice', serial: 0, number: '', issued_on: '2000-01-01' },
  order_items: { order_id: unknownId, title: '', unit_price: -1, quantity: 0 },
  orders: { total_price: -1, number: 'none' },
  payment_attempts: { reference: '', order_id: unknownId, amount_minor: -1, currency: '' },
  payment_disputes: { provider: null },
  payment_events: { id: null },
  payment_methods: { provider: '' },
  quotes: { company_id: unknownId, number: '' },
  quote_lines: { quote_id: unknownId, title: '', quantity: 0, unit_price: -1 },
  quote_messages: { quote_id: unknownId, from_office: null, text: '', created_at: '2000-01-01' },
  refunds: { reference: '', order_id: unknownId, amount_minor: -1, currency: '' },
  refund_lines: { refund_id: unknownId, order_item_id: unknownId, quantity: 0 },
  returns: { order_id: unknownId, reason: '' },
  return_lines: { return_id: unknownId, order_item_id: unknownId, quantity: 0 },
  reviews: { product_id: unknownId, rating: 0, comment: '' },
};

const reference = { p_reference: '' };
const amount = { ...reference, p_amount_minor: -1 };
const event = { p_event_key: null, p_event: '', p_payload: {} };

/** Functions that only the service role may call. They fail with these arguments where the grant exists. */
export const functions: Readonly<Record<string, Record<string, unknown>>> = {
  accept_invitation: { p_invitation: unknownId, p_customer: unknownId },
  add_contact_message: { p_firstname: '', p_lastname: '', p_email: '', p_message: '' },
  add_review: { p_customer: unknownId, p_product: unknownId, p_rating: 0, p_comment: '' },
  delete_account: { p_customer: unknownId },
  note_dispute: {
    ...{ p_key: null, p_event: '', p_reference: '', p_payload: {} },
    ...{ p_provider: '', p_dispute: {} },
  },
  note_refused_message: { p_provider: null, p_reason: '' },
  save_authorization: { ...reference, p_url: '' },
  settle_payment: { ...event, ...amount, p_currency: '' },
  settle_refund: { ...event, ...amount, p_status: '' },
  start_payment_attempt: { ...reference, p_order_id: unknownId },
  start_refund: {
    ...{ p_id: unknownId, p_reference: '', p_paid_minor: -1 },
    ...{ p_currency: '', p_asked_by: unknownId },
  },
  start_cancellation: {
    ...{ p_id: unknownId, p_reference: '', p_paid_minor: -1 },
    ...{ p_currency: '', p_asked_by: unknownId },
  },
  start_refund_of_return: {
    ...{ p_return: unknownId, p_id: unknownId, p_reference: '', p_paid_minor: -1 },
    ...{ p_currency: '', p_asked_by: unknownId },
  },
  update_refund: { p_id: unknownId, p_status: 'failed' },
  settle_listed_refunds: { ...reference, p_refunds: {}, p_reversed: false },
  trust_attempt: { p_user: unknownId, p_device: '', p_address: '' },
  consume_rate_limit: { p_key: null, p_limit: 0, p_window: '1 minute' },
};

/** What is allowed, such as `insert into orders`, and the SQL that revokes it. */
type Allowed = Map<string, string>;

function addTable(allowed: Allowed, name: string): void {
  allowed.set(`insert into ${name}`, `revoke insert on public.${name} from anon, authenticated`);
}

function addFunction(allowed: Allowed, name: string): void {
  const revoke = `revoke execute on function public.${name} from public, anon, authenticated`;
  allowed.set(`call ${name}`, revoke);
}

interface Project {
  url: string;
  anonKey: string;
  dbUrl: string;
}

/** What is allowed with the public key alone. */
async function allowedToVisitors({ url, anonKey }: Project): Promise<Allowed> {
  const request = (path: string, body?: object) =>
    fetch(`${url}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${anonKey}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
  // A wrong key is refused everywhere, which would look as if nothing were allowed.
  const { status } = await request('categories?select=id&limit=1');
  if (status !== 200)
    throw new Error(
      `the database answered ${status}: SUPABASE_ANON_KEY belongs to another project`,
    );
  const isAllowed = async (path: string, body: object) => {
    const { status } = await request(path, body);
    if (status === 429 || status >= 500) throw new Error(`the database answered ${status}`);
    return ![401, 403, 404].includes(status);
  };
  const allowed: Allowed = new Map();
  for (const [name, row] of Object.entries(rows)) {
    if (await isAllowed(name, row)) addTable(allowed, name);
  }
  for (const [name, input] of Object.entries(functions)) {
    if (await isAllowed(`rpc/${name}`, input)) addFunction(allowed, name);
  }
  return allowed;
}

class Rollback extends Error {}

const deniedCodes = ['42501', '42P01'];

/** What is allowed to a customer, who registers in a transaction that is rolled back. */
async function allowedToCustomers({ dbUrl }: Project): Promise<Allowed> {
  const allowed: Allowed = new Map();
  const probe = async (tx: postgres.TransactionSql): Promise<never> => {
    const callable = await tx<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and proname in ${tx(Object.keys(functions))}
        and has_function_privilege('authenticated', oid, 'execute')`;
    for (const { name } of callable) addFunction(allowed, name);
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
      if (!deniedCodes.includes(code)) addTable(allowed, name);
    }
    throw new Rollback();
  };
  await withDatabase(dbUrl, (sql) => sql.begin(probe)).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return allowed;
}

/** Tables without row-level security. */
async function tablesWithoutRls({ dbUrl }: Project): Promise<Allowed> {
  const found = await withDatabase(
    dbUrl,
    (sql) => sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  );
  return new Map(
    found.map(({ name }) => [
      `row-level security of ${name} is off`,
      `alter table public.${name} enable row level security`,
    ]),
  );
}

/** Attempts to write to the database what only the functions may write; leaves nothing behind. */
export async function checkDirectWrites(project: Project): Promise<string | { wrong: string }> {
  const [visitors, customers, withoutRls] = await Promise.all([
    allowedToVisitors(project),
    allowedToCustomers(project),
    tablesWithoutRls(project),
  ]);
  const findings = [
    ...[...visitors.keys()].map((it) => `visitors may ${it}`),
    ...[...customers.keys()].map((it) => `signed-in customers may ${it}`),
    ...withoutRls.keys(),
  ];
  const count = Object.keys(rows).length + Object.keys(functions).length;
  if (findings.length === 0) return `${count} kinds refused to visitors and customers`;
  const statements = new Set([...visitors.values(), ...customers.values(), ...withoutRls.values()]);
  return {
    wrong: `${findings.join(', ')}: npx supabase db query --linked "${[...statements].join('; ')}"`,
  };
}

import type postgres from 'postgres';
import { people, type World } from './world.ts';

type Db = postgres.Sql | postgres.TransactionSql;

/** What must be the same on all sides. */
export interface Book {
  what: string;
  /** Side → its sum. */
  sides: Record<string, string>;
  faults: string[];
}

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

function book(what: string, sides: Record<string, string>, faults: readonly string[] = []): Book {
  const differ = new Set(Object.values(sides)).size > 1;
  const difference = differ ? [JSON.stringify(sides)] : [];
  return { what, sides, faults: [...difference, ...faults] };
}

/** Variants whose counters are not the sums of their movements and holds; one that is sold beyond its stock too. */
export function wrongStock(db: Db) {
  return db`
    select v.sku, v.on_hand, v.held from product_variants v
    where v.on_hand <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.variant_id = v.id)
      or v.held <> (select coalesce(sum(h.quantity), 0) from stock_holds h where h.variant_id = v.id)
      or v.policy = 'deny' and v.held > v.on_hand`.then((it) => [...it]);
}

interface Payment {
  reference: string;
  order_status: string;
  order_cents: number;
  status: string;
  paid: number | null;
  refunded: number;
  /** Whether its order names it. */
  named: boolean;
}

interface Charge {
  reference: string;
  amount: number;
  refunded: number;
}

const sum = <T>(all: readonly T[], of: (it: T) => number): number =>
  all.reduce((total, it) => total + of(it), 0);

const ofProof = ({ sql, domain }: World) => sql`
  orders o join ${people(sql)} p on p.id = o.user_id and p.email like ${`%@${domain}`}`;

async function moneyBooks(world: World): Promise<Book[]> {
  const { sql, provider } = world;
  const payments = await sql<Payment[]>`
    select a.reference, o.status::text as order_status, (o.total_price * 100)::int as order_cents, a.status,
      a.paid_minor::int as paid, o.payment_reference = a.reference as named,
      (select coalesce(sum(r.amount_minor), 0)::int from refunds r where r.reference = a.reference and r.status = 'processed') as refunded
    from payment_attempts a join ${ofProof(world)} on o.id = a.order_id where a.amount_minor > 0`;
  const ordered = payments.filter((it) => it.named && /^(Paid|Refunded)$/.test(it.order_status));
  const money = payments.filter((it) => ['paid', 'held', 'duplicate'].includes(it.status));
  const settled = money.filter((it) => it.status === 'paid');
  const [orders] = await sql<{ many: number; cents: number; refunded: number }[]>`
    select count(*)::int as many, coalesce(sum(o.total_price * 100), 0)::int as cents,
      coalesce(sum(o.refunded * 100), 0)::int as refunded
    from ${ofProof(world)} where o.status in ('Paid', 'Refunded') and o.total_price > 0
      -- Not those that were Held: they are in another book.
      and exists (select from payment_attempts a where a.order_id = o.id and a.status = 'paid')`;
  const { many = 0, cents = 0, refunded = 0 } = orders ?? {};
  const charges =
    provider &&
    (await provider<Charge[]>`
      select t.reference, t.amount::int as amount, (
        select coalesce(sum(r.amount), 0)::int from refunds r where r.transaction = t.id) as refunded
      from transactions t where t.status in ('success', 'reversed')
        and t.reference = any (${payments.map((it) => it.reference)})`);
  const byReference = new Map(charges?.map((it) => [it.reference, it]));
  const wrong = money.filter(({ reference, paid, refunded: back }) => {
    const charge = byReference.get(reference);
    return charges && (charge?.amount !== paid || charge?.refunded !== back);
  });
  const onOrders = (charges ?? []).filter((it) =>
    settled.some((a) => a.reference === it.reference),
  );
  const side = (amount: number, count: number) => `${dollars(amount)} (${count})`;
  const atProvider = (own: readonly Charge[], of: (it: Charge) => number, count = own.length) =>
    charges ? { provider: side(sum(own, of), count) } : {};
  const refundedCount = (all: readonly { refunded: number }[]) =>
    all.filter((it) => it.refunded > 0).length;
  const back = (it: { refunded: number }) => it.refunded;
  return [
    book(
      'Sold',
      {
        orders: side(cents, many),
        payments: side(
          sum(settled, (it) => it.paid ?? 0),
          settled.length,
        ),
        ...atProvider(onOrders, (it) => it.amount),
      },
      ordered
        .filter((it) => it.paid !== it.order_cents)
        .map((it) => `paid otherwise: ${it.reference}`),
    ),
    book(
      'Held: paid, but for no paid order',
      {
        payments: side(
          sum(money, (it) => it.paid ?? 0) - sum(settled, (it) => it.paid ?? 0),
          money.length - settled.length,
        ),
        ...atProvider(
          (charges ?? []).filter((it) => !onOrders.includes(it)),
          (it) => it.amount,
        ),
      },
      wrong.map((it) => `differs at the provider: ${it.reference}`),
    ),
    book(
      'Refunded',
      {
        orders: side(refunded, refundedCount(settled)),
        payments: side(sum(settled, back), refundedCount(settled)),
        ...atProvider(onOrders, back, refundedCount(onOrders)),
      },
      settled
        .filter((it) => it.refunded > (it.paid ?? 0))
        .map((it) => `beyond the payment: ${it.reference}`),
    ),
    book('Sold less refunds', {
      orders: dollars(cents - refunded),
      payments: dollars(sum(settled, (it) => (it.paid ?? 0) - it.refunded)),
      ...(charges ? { provider: dollars(sum(onOrders, (it) => it.amount - it.refunded)) } : {}),
    }),
  ];
}

async function papers(world: World): Promise<Book[]> {
  const { sql } = world;
  const side = ({ many = 0, cents = 0 }: { many?: number; cents?: number } = {}) =>
    `${dollars(cents)} (${many})`;
  const [billed] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(i.gross * 100), 0)::int as cents
    from invoices i join ${ofProof(world)} on o.id = i.order_id where i.kind = 'invoice'`;
  const [paid] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(a.paid_minor), 0)::int as cents
    from payment_attempts a join ${ofProof(world)} on o.id = a.order_id where a.status = 'paid'`;
  const [credited] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(i.gross * 100), 0)::int as cents
    from invoices i join ${ofProof(world)} on o.id = i.order_id where i.kind = 'credit_note'`;
  const [refunded] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(r.amount_minor), 0)::int as cents
    from refunds r join payment_attempts a on a.reference = r.reference and a.status = 'paid'
    join ${ofProof(world)} on o.id = r.order_id where r.status = 'processed' and r.amount_minor > 0`;
  const gaps = await sql<{ kind: string }[]>`
    select kind from invoices group by kind having count(*) <> max(serial) - min(serial) + 1`;
  return [
    book(
      'Invoices',
      { invoices: side(billed), payments: side(paid) },
      gaps.map((it) => `numbers with gaps: ${it.kind}`),
    ),
    book('Credit notes', { 'credit notes': side(credited), refunds: side(refunded) }),
  ];
}

async function shelves(world: World): Promise<Book[]> {
  const { sql } = world;
  const [stock] = await sql<Record<'on_hand' | 'moved' | 'held' | 'holds', number>[]>`
    select (select coalesce(sum(on_hand), 0)::int from product_variants) as on_hand,
      (select coalesce(sum(quantity), 0)::int from stock_movements) as moved,
      (select coalesce(sum(held), 0)::int from product_variants) as held,
      (select coalesce(sum(quantity), 0)::int from stock_holds) as holds`;
  const [kept] = await sql<{ pieces: number; holds: number }[]>`
    select coalesce(sum(i.quantity - i.not_to_send), 0)::int as pieces, (
      select coalesce(sum(h.quantity), 0)::int from stock_holds h join ${ofProof(world)} on o.id = h.order_id
      where o.status = 'Paid') as holds
    from order_items i join ${ofProof(world)} on o.id = i.order_id
    join product_variants v on v.product_id = i.product_id and v.policy = 'deny'
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where o.status = 'Paid'`;
  const [vouchers] = await sql<{ uses: number; rows: number; beyond: number }[]>`
    select coalesce(sum(uses), 0)::int as uses, (select count(*)::int from voucher_uses) as rows,
      count(*) filter (where uses > max_uses)::int as beyond from vouchers`;
  const text = (value: number | undefined) => (value ?? 0).toLocaleString('en-US');
  const wrong = (await wrongStock(sql)).map((it) => `wrong stock: ${JSON.stringify(it)}`);
  return [
    book(
      'Pieces in stock',
      { stock: text(stock?.on_hand), 'ledger movements': text(stock?.moved) },
      wrong,
    ),
    book('Pieces reserved for orders', {
      stock: text(stock?.held),
      reservations: text(stock?.holds),
    }),
    book('Pieces of paid orders, not sent yet', {
      orders: text(kept?.pieces),
      reservations: text(kept?.holds),
    }),
    book(
      'Uses of vouchers',
      { vouchers: text(vouchers?.uses), orders: text(vouchers?.rows) },
      vouchers?.beyond ? ['used more often than allowed'] : [],
    ),
  ];
}

/** The sums of all books about the orders of the proof, and of the stock of the whole shop. */
export async function readBooks(world: World): Promise<Book[]> {
  return [...(await moneyBooks(world)), ...(await papers(world)), ...(await shelves(world))];
}

import type postgres from 'postgres';
import { book, ofProof, side, type Book } from './book.ts';
import { moneyBooks } from './money-books.ts';
import type { World } from './world.ts';

type Db = postgres.Sql | postgres.TransactionSql;

/** Variants whose counters are not the sums of their movements and holds; one that is sold beyond its stock too. */
export function wrongStock(db: Db) {
  return db`
    select v.sku, v.on_hand, v.held from product_variants v
    where v.on_hand <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.variant_id = v.id)
      or v.held <> (select coalesce(sum(h.quantity), 0) from stock_holds h where h.variant_id = v.id)
      or v.policy = 'deny' and v.held > v.on_hand`.then((it) => [...it]);
}

async function papers(world: World): Promise<Book[]> {
  const { sql } = world;
  const sideOf = (sums: { many: number; cents: number } | undefined) =>
    side(sums?.cents ?? 0, sums?.many ?? 0);
  const [billed] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(private.minor(i.gross, i.currency)), 0)::int as cents
    from invoices i join ${ofProof(world)} on o.id = i.order_id where i.kind = 'invoice'`;
  const [paid] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(a.amount_minor), 0)::int as cents
    from payment_attempts a join ${ofProof(world)} on o.id = a.order_id
    -- What is sent before it is paid is invoiced then.
    where a.status = 'paid' or a.provider = 'cash' and a.status = 'awaited'`;
  const [credited] = await sql<{ many: number; cents: number }[]>`
    select count(*)::int as many, coalesce(sum(private.minor(i.gross, i.currency)), 0)::int as cents
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
      { invoices: sideOf(billed), payments: sideOf(paid) },
      gaps.map((it) => `numbers with gaps: ${it.kind}`),
    ),
    book('Credit notes', { 'credit notes': sideOf(credited), refunds: sideOf(refunded) }),
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
    select coalesce(sum(i.quantity - i.not_to_send - (
      select coalesce(sum(l.quantity), 0) from parcel_lines l join parcels s on s.id = l.parcel_id
      where l.order_item_id = i.id and s.status in ('sent', 'delivered'))), 0)::int as pieces, (
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

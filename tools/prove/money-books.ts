import { book, money as written, ofProof, side, type Book } from './book.ts';
import { chargesAt, chargesInOffice, type Charge } from './charges.ts';
import type { World } from './world.ts';

interface Payment {
  reference: string;
  provider: string;
  order_status: string;
  order_cents: number;
  status: string;
  paid: number | null;
  refunded: number;
  /** Whether its order names it. */
  named: boolean;
}

const sum = <T>(all: readonly T[], of: (it: T) => number): number =>
  all.reduce((total, it) => total + of(it), 0);

const paidOf = (it: Payment): number => it.paid ?? 0;
const amountOf = (it: Charge): number => it.amount;
const refundedOf = (it: { refunded: number }): number => it.refunded;

/** What of each provider the shop has, beside what the provider has. */
function bookOfProvider(
  name: string,
  title: string,
  { money, charges }: { money: readonly Payment[]; charges: readonly Charge[] },
): Book {
  const own = money.filter((it) => it.provider === name);
  const theirs = charges.filter((it) => it.provider === name);
  return book(`Paid by ${title}, less refunds`, {
    payments: side(
      sum(own, (it) => paidOf(it) - it.refunded),
      own.length,
    ),
    [title]: side(
      sum(theirs, (it) => it.amount - it.refunded),
      theirs.length,
    ),
  });
}

async function disputeBook({ sql, provider }: World, references: readonly string[]): Promise<Book> {
  interface Disputes {
    cents: number;
    many: number;
  }
  const told = (found: Disputes | undefined) => side(found?.cents ?? 0, found?.many ?? 0);
  const [own] = await sql<Disputes[]>`
    select coalesce(sum(d.amount_minor), 0)::int as cents, count(*)::int as many from payment_disputes d
    where d.provider = 'stripe' and d.status = 'lost' and d.reference = any (${[...references]})`;
  const [theirs] = provider
    ? await provider<Disputes[]>`
        select coalesce(sum(d.amount), 0)::int as cents, count(*)::int as many
        from stripe_disputes d join stripe_payments p on p.session = d.session
        where d.status = 'lost' and p.reference = any (${[...references]})`
    : [own];
  return book('Disputes that were lost', { told: told(own), Stripe: told(theirs) });
}

/** The money of orders, payments and providers; of awaited payments, what the office has recorded. */
export async function moneyBooks(world: World): Promise<Book[]> {
  const { sql, provider } = world;
  const payments = await sql<Payment[]>`
    select a.reference, a.provider, o.status::text as order_status, private.minor(o.total_price, o.currency)::int as order_cents, a.status,
      a.paid_minor::int as paid, o.payment_reference = a.reference as named,
      (select coalesce(sum(r.amount_minor), 0)::int from refunds r where r.reference = a.reference and r.status = 'processed') as refunded
    from payment_attempts a join ${ofProof(world)} on o.id = a.order_id where a.amount_minor > 0`;
  const references = payments.map((it) => it.reference);
  const ordered = payments.filter((it) => it.named && /^(Paid|Refunded)$/.test(it.order_status));
  const money = payments.filter((it) => ['paid', 'held', 'duplicate'].includes(it.status));
  const settled = money.filter((it) => it.status === 'paid');
  const [orders] = await sql<{ many: number; cents: number; refunded: number }[]>`
    select count(*)::int as many, coalesce(sum(private.minor(o.total_price, o.currency)), 0)::int as cents,
      coalesce(sum(private.minor(o.refunded, o.currency)), 0)::int as refunded
    from ${ofProof(world)} where o.status in ('Paid', 'Refunded') and o.total_price > 0
      -- Not those that were Held: they are in another book.
      and exists (select from payment_attempts a where a.order_id = o.id and a.status = 'paid')`;
  const { many = 0, cents = 0, refunded = 0 } = orders ?? {};
  const charges =
    provider &&
    (await Promise.all([chargesAt(provider, references), chargesInOffice(sql, references)])).flat();
  const byReference = new Map(charges?.map((it) => [it.reference, it]));
  const wrong = money.filter(({ reference, paid, refunded: back }) => {
    const charge = byReference.get(reference);
    return charges && (charge?.amount !== paid || charge?.refunded !== back);
  });
  const isSettled = new Set(settled.map((it) => it.reference));
  const onOrders = (charges ?? []).filter((it) => isSettled.has(it.reference));
  const others = (charges ?? []).filter((it) => !isSettled.has(it.reference));
  const atProviders = (own: readonly Charge[], of: (it: Charge) => number, count = own.length) =>
    charges ? { providers: side(sum(own, of), count) } : {};
  const refundedCount = (all: readonly { refunded: number }[]) =>
    all.filter((it) => it.refunded > 0).length;
  return [
    book(
      'Sold',
      {
        orders: side(cents, many),
        payments: side(sum(settled, paidOf), settled.length),
        ...atProviders(onOrders, amountOf),
      },
      ordered
        .filter((it) => it.paid !== it.order_cents)
        .map((it) => `paid otherwise: ${it.reference}`),
    ),
    book(
      'Held: paid, but for no paid order',
      {
        payments: side(sum(money, paidOf) - sum(settled, paidOf), money.length - settled.length),
        ...atProviders(others, amountOf),
      },
      wrong.map((it) => `differs at the provider: ${it.reference}`),
    ),
    book(
      'Refunded',
      {
        orders: side(refunded, refundedCount(settled)),
        payments: side(sum(settled, refundedOf), refundedCount(settled)),
        ...atProviders(onOrders, refundedOf, refundedCount(onOrders)),
      },
      settled
        .filter((it) => it.refunded > paidOf(it))
        .map((it) => `beyond the payment: ${it.reference}`),
    ),
    book('Sold less refunds', {
      orders: written(cents - refunded),
      payments: written(sum(settled, (it) => paidOf(it) - it.refunded)),
      ...(charges ? { providers: written(sum(onOrders, (it) => it.amount - it.refunded)) } : {}),
    }),
    ...(charges
      ? [
          bookOfProvider('paystack', 'Paystack', { money, charges }),
          bookOfProvider('stripe', 'Stripe', { money, charges }),
          bookOfProvider('transfer', 'bank transfer', { money, charges }),
          bookOfProvider('cash', 'cash on delivery', { money, charges }),
        ]
      : []),
    await disputeBook(world, references),
  ];
}

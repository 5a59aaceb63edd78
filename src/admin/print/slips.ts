import { isToSend } from '#shared/domain/order-status.ts';
import type { Slips } from '#shared/schemas/admin-orders.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { linePicture } from '../../ui/line-choice.ts';
import { leftToPack } from '../parcels/parcels.ts';

type Line = Order['products'][number];

/** One sheet: what goes into one parcel. */
export interface Slip {
  readonly key: string;
  readonly order: Order;
  /** Which parcel it is; empty for the next one to pack. */
  readonly parcel: string;
  readonly lines: readonly { readonly line: Line; readonly quantity: number }[];
}

/** An order, or one of its parcels, as named in the URL. */
export interface Chosen {
  readonly order: string;
  readonly parcel: string | undefined;
}

export function chosenIn(hash: string): Chosen[] {
  const named = hash.replace(/^#/, '').split(',').filter(Boolean);
  return named.map((it) => {
    const [order = '', parcel] = it.split('.');
    return { order, parcel };
  });
}

function toPack(order: Order): Slip['lines'] {
  if (!isToSend(order)) return [];
  const left = leftToPack(order);
  return order.products
    .map((line) => ({ line, quantity: left.get(line._id) ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
}

/** The named parcel; else unsent parcels and what is left to pack; else all sent parcels. */
export function slipsOf(order: Order, parcel?: string): Slip[] {
  const lines = new Map(order.products.map((it) => [it._id, it]));
  const packed = order.parcels.map((it, i): Slip & { status: string } => ({
    key: `${order._id}.${it._id}`,
    order,
    status: it.status,
    parcel: `Parcel ${i + 1}`,
    lines: it.lines.flatMap(({ line: id, quantity }) => {
      const line = lines.get(id);
      return line ? [{ line, quantity }] : [];
    }),
  }));
  if (parcel !== undefined) return packed.filter((it) => it.key === `${order._id}.${parcel}`);
  const left = { key: order._id, order, parcel: '', lines: toPack(order) };
  const waiting = [
    ...packed.filter((it) => it.status === 'packed'),
    ...(left.lines.length > 0 ? [left] : []),
  ];
  return waiting.length > 0 ? waiting : packed;
}

/** Pieces of one variant, and the orders that contain them. */
export interface Pick {
  readonly key: string;
  readonly line: Line;
  readonly sku: string;
  readonly picture: string | undefined;
  quantity: number;
  readonly orders: { readonly number: string; readonly quantity: number }[];
}

/** The items to pick for these orders, sorted by SKU, so that neighbours on the shelf are together. */
export function picksOf({ orders, skus }: Slips): Pick[] {
  const picks = new Map<string, Pick>();
  for (const order of orders) {
    for (const { line, quantity } of toPack(order)) {
      const sku = skus[line._id] ?? '';
      const key = sku || [line.product?._id, line.title, line.color, line.size].join('|');
      const pick = picks.get(key) ?? {
        ...{ key, line, sku, picture: linePicture(line), quantity: 0, orders: [] },
      };
      pick.quantity += quantity;
      pick.orders.push({ number: order.number, quantity });
      picks.set(key, pick);
    }
  }
  return [...picks.values()].toSorted((a, b) =>
    (a.sku || a.line.title).localeCompare(b.sku || b.line.title, 'en'),
  );
}

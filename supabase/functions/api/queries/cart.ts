import type { Ask } from '../../_shared/queries/asking.ts';
import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { CartItem } from '../../_shared/schemas/cart.ts';
import { notFound } from '../errors.ts';

interface LineRow {
  id: string;
  quantity: number;
  size: string | null;
  color: string | null;
  product: {
    id: string;
    title: string;
    price: number;
    images: string[];
    availability: CartItem['product']['availability'];
  } | null;
}

type ImageUrl = (path: string) => string;

const toItems = (lines: readonly LineRow[], imageUrl: ImageUrl): CartItem[] =>
  lines.flatMap(({ id, product, ...line }) =>
    product === null
      ? []
      : {
          _id: id,
          product: {
            _id: product.id,
            title: product.title,
            price: Number(product.price),
            images: product.images.map(imageUrl),
            availability: product.availability,
          },
          quantity: line.quantity,
          size: line.size,
          color: line.color,
        },
  );

/** What `private.cart_lines` makes; for the generated types it is any JSON. */
const asLines = (lines: unknown): LineRow[] => lines as LineRow[];

const graceOf = (minutes: number): string => `${minutes} minutes`;

/** The caller's own lines, in the order in which they were added; a departure is taken back first. 403 to anybody but customers. */
export async function readCart(
  ask: Ask,
  imageUrl: ImageUrl,
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await ask('read_cart', { p_grace: graceOf(graceMinutes) });
  return toItems(asLines(found), imageUrl);
}

/** Adds a line and gives the whole cart, all in one round trip; 403 to anybody but customers. */
export async function addToCart(
  ask: Ask,
  imageUrl: ImageUrl,
  line: { productId: string; quantity: number; size: string | null; color: string | null },
  graceMinutes: number,
): Promise<CartItem[]> {
  const found = await ask('add_to_cart_and_read', {
    p_product: line.productId,
    p_quantity: line.quantity,
    ...(line.size === null ? {} : { p_size: line.size }),
    ...(line.color === null ? {} : { p_color: line.color }),
    p_grace: graceOf(graceMinutes),
  });
  return toItems(asLines(found), imageUrl);
}

/** Any call about the cart takes a departure back; after the grace time the cart is emptied first. */
export async function returnToCart(db: Db, graceMinutes: number): Promise<void> {
  rowOrNull(await db.rpc('return_to_cart', { p_grace: `${graceMinutes} minutes` }));
}

/** The customer has left the shop: the cart, if there is something in it, waits for the grace time. */
export async function leaveCart(ask: Ask, imageUrl: ImageUrl): Promise<CartItem[]> {
  return toItems(asLines(await ask('leave_cart_and_read', {})), imageUrl);
}

/** A line's own id means that line; a product's id means all its lines. */
function meant(id: string): string {
  return `id.eq.${id},product_id.eq.${id}`;
}

/** A product in several sizes changes only its oldest line when it is named by the product's id. */
export async function setQuantity(db: Db, id: string, quantity: number): Promise<void> {
  const lines = rows(
    await db.from('cart_items').select('id').or(meant(id)).order('created_at').order('id'),
  );
  const line = lines.find((it) => it.id === id) ?? lines[0];
  if (!line) throw notFound('Cart item');
  const changed = rows(
    await db.from('cart_items').update({ quantity }).eq('id', line.id).select('id'),
  );
  if (changed.length === 0) throw notFound('Cart item');
}

export async function removeFromCart(db: Db, id: string): Promise<void> {
  const gone = rows(await db.from('cart_items').delete().or(meant(id)).select('id'));
  if (gone.length === 0) throw notFound('Cart item');
}

/** 403 to anybody but customers. */
export async function clearCart(ask: Ask): Promise<void> {
  await ask('clear_cart', {});
}

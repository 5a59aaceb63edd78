import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ExchangeChoice, returnInput, returnUpdate } from '../../_shared/schemas/returns.ts';
import { notFound } from '../errors.ts';

/** @throws ApiError 404 for orders of others, 409 for pieces that cannot be returned, or not exchanged for these */
export async function requestReturn(
  db: Db,
  order: string,
  { lines, reason, reasonKind }: z.output<typeof returnInput>,
): Promise<void> {
  const made = await db.call('request_return', {
    p_order: order,
    p_lines: new JsonValue(lines.map(({ line, ...it }) => ({ item: line, ...it }))),
    p_reason: reason,
    p_reason_kind: reasonKind ?? undefined,
  });
  if (made === null) throw notFound('Order');
}

/** What the lines of an order can be exchanged for; nothing for orders of others. */
export async function listExchanges(db: Db, order: string): Promise<ExchangeChoice[]> {
  const found = await db.call('exchange_choices_of', { p_order: order });
  return found.map(({ item, ...it }) => ({ line: item, ...it }));
}

/** Returns the id of the order. @throws ApiError 404, 409 */
export async function changeReturn(
  db: Db,
  id: string,
  it: z.output<typeof returnUpdate>,
): Promise<string> {
  const order = await db.call('office.change_return', {
    p_id: id,
    p_status: it.status,
    ...(it.status === 'received'
      ? { p_lines: new JsonValue(it.lines.map(({ line, ...rest }) => ({ item: line, ...rest }))) }
      : { p_note: it.note }),
  });
  if (order === null) throw notFound('Return');
  return order;
}

import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { returnInput, returnUpdate } from '../../_shared/schemas/returns.ts';
import { notFound } from '../errors.ts';

/** @throws ApiError 404 for orders of others, 409 for pieces that cannot be returned */
export async function requestReturn(
  db: Db,
  order: string,
  { lines, reason, reasonKind }: z.output<typeof returnInput>,
): Promise<void> {
  const made = await db.call('request_return', {
    p_order: order,
    p_lines: new JsonValue(lines.map(({ line, quantity }) => ({ item: line, quantity }))),
    p_reason: reason,
    p_reason_kind: reasonKind ?? undefined,
  });
  if (made === null) throw notFound('Order');
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

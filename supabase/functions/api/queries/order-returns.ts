import type { OrderRow, ReturnRow } from '../../_shared/queries/order-rows.ts';
import { toReturnTerms } from '../../_shared/queries/promise-rows.ts';
import type { OrderReturn, ReturnExchange } from '../../_shared/schemas/returns.ts';
import { toTime } from './to-time.ts';

const toExchange = ({
  lines,
  at_once: atOnce,
  ...row
}: NonNullable<ReturnRow['exchange']>): ReturnExchange => ({
  ...{ ...row, atOnce },
  lines: lines.map(({ item, cheaper_by, ...it }) => ({ line: item, cheaperBy: cheaper_by, ...it })),
});

export const toReturn = ({
  id,
  status,
  lines,
  sending,
  exchange,
  ...row
}: ReturnRow): OrderReturn => ({
  _id: id,
  ...{ status, reason: row.reason, reasonKind: row.reason_kind, note: row.note },
  requestedAt: toTime(row.requested_at),
  answeredAt: row.answered_at && toTime(row.answered_at),
  sendBy: row.send_by,
  sending: sending && toReturnTerms(sending),
  receivedAt: row.received_at && toTime(row.received_at),
  refundedAt: row.refunded_at && toTime(row.refunded_at),
  exchange: exchange && toExchange(exchange),
  exchangeUntil: row.exchange_until && toTime(row.exchange_until),
  lines: lines.map(({ item, ...pieces }) => ({ line: item, ...pieces })),
});

/** What an exchange replaces, as its own order says it. */
export const toReplaced = ({
  lines,
  until,
  at_once: atOnce,
  ...row
}: NonNullable<OrderRow['exchange']>) => ({
  ...{ ...row, atOnce, until: until && toTime(until) },
  lines: lines.map(({ item, ...it }) => ({ line: item, ...it })),
});

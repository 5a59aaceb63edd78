import type { z } from 'zod';
import { trackingPage } from '../../_shared/domain/fulfilment.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { MissingPieces, parcelInput, parcelUpdate } from '../../_shared/schemas/parcels.ts';
import { readStockSettings } from './stock.ts';

interface Tracking {
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
}

/** The page of the carrier stands in where none is given. */
async function toArguments(db: Db, { carrier, trackingNumber, trackingUrl }: Tracking) {
  const own = carrier && trackingNumber && !trackingUrl ? await readStockSettings(db) : null;
  const page = trackingPage(carrier ?? '', trackingNumber ?? '', own?.carriers);
  return {
    p_carrier: carrier,
    p_tracking_number: trackingNumber,
    p_tracking_url: trackingUrl || page || trackingUrl,
  };
}

/** The id of a new parcel. @throws ApiError 409 */
export async function packOrder(
  db: Db,
  order: string,
  { lines, ...tracking }: z.output<typeof parcelInput>,
): Promise<string> {
  return db.call('office.pack_order', {
    p_order: order,
    p_lines: lines && new JsonValue(lines.map(({ line, quantity }) => ({ item: line, quantity }))),
    ...(await toArguments(db, tracking)),
  });
}

/** The order of the parcel; null if there is no such parcel. @throws ApiError 409 */
export async function changeParcel(
  db: Db,
  parcel: string,
  { status, ...tracking }: z.output<typeof parcelUpdate>,
): Promise<string | null> {
  return db.call('office.change_parcel', {
    p_id: parcel,
    p_status: status,
    ...(await toArguments(db, tracking)),
  });
}

/** How many of the orders had something to pack. */
export const packOrders = (db: Db, ids: string[]): Promise<number> =>
  db.call('office.pack_orders', { p_ids: ids });

/** How many of the orders had something to send, and nothing missing. */
export const sendOrders = (db: Db, ids: string[]): Promise<number> =>
  db.call('office.send_orders', { p_ids: ids });

/** What these orders are to send and is not in stock. */
export const missingPieces = (db: Db, ids: string[]): Promise<MissingPieces[]> =>
  db.call('office.missing_pieces', { p_orders: ids });

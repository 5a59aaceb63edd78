import { pictureOfColour } from '../../_shared/domain/picture-color.ts';
import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { OfficeVariantRow } from '../../_shared/queries/rows.ts';
import type { BoundedTotal, PartQuery } from '../../_shared/schemas/common.ts';
import type {
  adjustInput,
  lowStockQuery,
  LowVariant,
  OfficeVariant,
  StockMovement,
  variantsInput,
} from '../../_shared/schemas/stock.ts';
import type { StockSettings, StockSettingsUpdate } from '../../_shared/schemas/stock-settings.ts';
import type { z } from 'zod';
import { ApiError, notFound } from '../errors.ts';
import { storable } from './storable.ts';

function toVariant(row: OfficeVariantRow): OfficeVariant {
  const { id, size, color, sku, barcode, policy, held, waiting } = row;
  return {
    _id: id,
    ...{ size, color, sku, barcode, policy, held, waiting },
    priceDelta: row.price_delta,
    onHand: row.on_hand,
    updatedAt: row.updated_at,
  };
}

/** By color and size, in the order of the product. @throws ApiError 404 */
export async function listVariants(db: Db, product: string): Promise<OfficeVariant[]> {
  const found = await db.call('office.read_variants', { p_product: product });
  if (found === null) throw notFound('Product');
  return found.map(toVariant);
}

/** Saves all or none and returns all variants of the product. @throws ApiError 400, 404, 409 */
export async function saveVariants(
  db: Db,
  product: string,
  { variants, reason, note }: z.output<typeof variantsInput>,
): Promise<OfficeVariant[]> {
  const rows = variants.map(({ _id, updatedAt, sku, barcode, priceDelta, policy, by }) => ({
    ...{ id: _id, known: updatedAt, sku, barcode, price_delta: priceDelta, policy, by },
  }));
  const found = await db.call('office.save_variants', {
    p_product: product,
    p_variants: new JsonValue(rows),
    p_reason: reason,
    p_note: note,
  });
  if (found === null) throw notFound('Product');
  return found.map(toVariant);
}

/** Adjusts all or none. Returns the number of changes. @throws ApiError 400, 409 */
export function adjustStock(db: Db, { changes }: z.output<typeof adjustInput>): Promise<number> {
  return db.call('office.adjust_stock', { p_changes: new JsonValue(changes) });
}

/** The ledger of a variant, newest first; the cursor is the last movement of the page before. @throws ApiError 404 */
export async function listMovements(
  db: Db,
  variant: string,
  { limit = 25, cursor }: PartQuery,
): Promise<{ movements: StockMovement[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new ApiError(400, 'invalid_cursor', 'The cursor is not valid');
  }
  const found = await db.call('office.list_movements', {
    ...{
      p_variant: variant,
      p_before: cursor === undefined ? undefined : Number(cursor),
      p_limit: limit + 1,
    },
  });
  if (found === null) throw notFound('Variant');
  const movements = found.slice(0, limit).map(({ id, order_id, happened_at, ...rest }) => ({
    ...{ _id: String(id), ...rest, order: order_id },
    createdAt: new Date(happened_at).toISOString(),
  }));
  return { movements, next: found.length > limit ? (movements.at(-1)?._id ?? null) : null };
}

/** One page of the variants that are running low, the fewest free pieces first. */
export async function listLowStock(
  db: Db,
  { limit, page, q }: z.output<typeof lowStockQuery>,
  imageUrl: (path: string) => string,
): Promise<{ variants: LowVariant[] } & BoundedTotal> {
  const { total, total_is_least, variants } = await db.call('office.list_low_stock', {
    ...{ p_query: storable(q), p_limit: limit, p_page: page },
  });
  return {
    variants: variants.map(({ product: { id, title, images }, ...row }) => {
      const picture = (row.color && pictureOfColour(images, row.color)) || images[0];
      const product = { _id: id, title, ...(picture && { imageUrl: imageUrl(picture) }) };
      return { ...toVariant(row), product };
    }),
    ...{ total, totalIsLeast: total_is_least },
  };
}

interface SettingsRow {
  sku_pattern: string;
  order_number_pattern: string;
  few_left: number;
  hold_minutes: number;
  running_low: number;
  return_days: number;
  return_address: string;
  return_send_days: number;
  return_payer: StockSettings['returnPayer'];
  return_label: string;
  exchange_at_once: boolean;
  exchange_days: number;
  carriers: string;
}

export async function readStockSettings(db: Db): Promise<StockSettings> {
  const found = await db.query<{ it: SettingsRow }>(
    sql`select jsonb_object_agg(name, value) as it from public.shop_settings`,
  );
  const { it } = single(found);
  return {
    ...{ skuPattern: it.sku_pattern, orderNumberPattern: it.order_number_pattern },
    ...{ fewLeft: it.few_left, holdMinutes: it.hold_minutes, runningLow: it.running_low },
    ...{ returnDays: it.return_days, returnAddress: it.return_address },
    ...{ returnSendDays: it.return_send_days, returnPayer: it.return_payer },
    ...{ returnLabel: it.return_label, carriers: it.carriers },
    ...{ exchangeAtOnce: it.exchange_at_once, exchangeDays: it.exchange_days },
  };
}

/** New patterns are for new SKUs and orders; those that exist stay. */
export async function saveStockSettings(
  db: Db,
  settings: StockSettingsUpdate,
): Promise<StockSettings> {
  const { skuPattern, orderNumberPattern, fewLeft, holdMinutes, ...others } = settings;
  const values: { [Name in keyof SettingsRow]: SettingsRow[Name] | undefined } = {
    ...{ sku_pattern: skuPattern, order_number_pattern: orderNumberPattern },
    ...{ few_left: fewLeft, hold_minutes: holdMinutes },
    ...{ running_low: others.runningLow, return_days: others.returnDays },
    ...{ return_address: others.returnAddress, return_send_days: others.returnSendDays },
    ...{ return_payer: others.returnPayer, return_label: others.returnLabel },
    ...{ exchange_at_once: others.exchangeAtOnce, exchange_days: others.exchangeDays },
    carriers: others.carriers,
  };
  await db.query(sql`
    update public.shop_settings s set value = n.value
    from jsonb_each(${new JsonValue(values)}::jsonb) n (name, value)
    where s.name = n.name and s.value <> n.value returning s.name`);
  return readStockSettings(db);
}

import type { z } from 'zod';
import { customKey, type CustomResource } from '../../_shared/domain/custom-fields.ts';
import type { Cell } from '../../_shared/domain/csv.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { CustomFactRow, CustomValueRow } from '../../_shared/queries/rows.ts';
import {
  customValuesOf,
  type CustomFact,
  type CustomField,
  type customFieldInput,
  type customFieldUpdate,
  type CustomValue,
  type CustomValues,
} from '../../_shared/schemas/custom-fields.ts';
import { notFound } from '../errors.ts';
import { check } from '../middleware/body.ts';
import { pathOf } from './images.ts';

type ImageUrl = (path: string) => string;

export async function listCustomFields(db: Db): Promise<CustomField[]> {
  const found = await db.list('office.list_custom_fields');
  return found.map(({ id, ...rest }) => ({ _id: id, ...rest }));
}

async function customFieldWith(db: Db, id: string): Promise<CustomField> {
  const found = (await listCustomFields(db)).find((it) => it._id === id);
  if (!found) throw notFound('Custom field');
  return found;
}

/** @throws ApiError 409 if the key is taken, or there are 50 */
export async function addCustomField(
  db: Db,
  input: z.output<typeof customFieldInput>,
): Promise<CustomField> {
  const { resource, name, key, kind, choices, shown, filter } = input;
  const id = await db.call('office.add_custom_field', {
    ...{ p_resource: resource, p_name: name, p_key: key ?? customKey(name), p_kind: kind },
    ...{ p_choices: choices, p_shown: shown, p_filter: filter },
  });
  return customFieldWith(db, id);
}

/** @throws ApiError 404, 409 if records have choices that would go */
export async function updateCustomField(
  db: Db,
  id: string,
  { name, choices, shown, filter, dropValues }: z.output<typeof customFieldUpdate>,
): Promise<CustomField> {
  const changed = await db.call('office.update_custom_field', {
    ...{ p_id: id, p_name: name, p_choices: choices, p_shown: shown, p_filter: filter },
    p_drop_values: dropValues,
  });
  if (!changed) throw notFound('Custom field');
  return customFieldWith(db, id);
}

/** @throws ApiError 404 */
export async function moveCustomField(db: Db, id: string, place: number): Promise<void> {
  const moved = await db.call('office.move_custom_field', { p_id: id, p_place: place });
  if (!moved) throw notFound('Custom field');
}

/** The value with the address of its picture. */
export const readable = (kind: string, value: string, imageUrl: ImageUrl): string =>
  kind === 'picture' && value ? imageUrl(value) : value;

export const toCustomFact = (row: CustomFactRow, imageUrl: ImageUrl): CustomFact => ({
  ...row,
  value: readable(row.kind, row.value, imageUrl),
});

function toCustomValues(rows: CustomValueRow[] | null, imageUrl: ImageUrl): CustomValue[] {
  if (!rows) throw notFound('Record');
  return rows.map((row) => ({
    ...row,
    value: row.value && readable(row.kind, row.value, imageUrl),
  }));
}

/** @throws ApiError 404 */
export async function readCustomValues(
  db: Db,
  resource: CustomResource,
  id: string,
  imageUrl: ImageUrl,
): Promise<CustomValue[]> {
  const rows = await db.call('office.read_custom_values', { p_resource: resource, p_record: id });
  return toCustomValues(rows, imageUrl);
}

/** @throws ApiError 400 that names the field, 404 */
export async function saveCustomValues(
  db: Db,
  resource: CustomResource,
  id: string,
  values: CustomValues,
  imageUrl: ImageUrl,
): Promise<CustomValue[]> {
  const fields = await readCustomValues(db, resource, id, imageUrl);
  const pictures = new Set(fields.filter((it) => it.kind === 'picture').map((it) => it.key));
  const stored = Object.entries(values).map(([key, value]) => [
    key,
    pictures.has(key) && typeof value === 'string' ? pathOf(value, imageUrl) : value,
  ]);
  const checked = check(customValuesOf(fields), Object.fromEntries(stored));
  const saved = await db.call('office.save_custom_values', {
    ...{ p_resource: resource, p_record: id, p_values: new JsonValue(checked) },
  });
  return toCustomValues(saved, imageUrl);
}

/** The custom fields of a kind of record as columns of a file. */
export interface CustomColumns {
  readonly fields: readonly CustomField[];
  /** The cells of each of these records, by its id. */
  readonly cellsOf: (ids: readonly string[]) => Promise<(id: string) => Cell[]>;
}

export async function customColumns(
  db: Db,
  resource: CustomResource,
  imageUrl: ImageUrl,
): Promise<CustomColumns> {
  const fields = (await listCustomFields(db)).filter((it) => it.resource === resource);
  return {
    fields,
    async cellsOf(ids) {
      const values =
        fields.length > 0 ? await db.call('office.export_custom_values', { p_ids: [...ids] }) : {};
      return (id) =>
        fields.map(({ key, kind }) => readable(kind, values[id]?.[key] ?? '', imageUrl));
    },
  };
}

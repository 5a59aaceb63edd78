import { z } from 'zod';
import { customColumn } from '../_shared/domain/custom-fields.ts';
import { customValueOf, type CustomField } from '../_shared/schemas/custom-fields.ts';
import type { OwnField } from '../_shared/table-import/recognise.ts';
import { pathOf } from './queries/images.ts';

type ImageUrl = (path: string) => string;

/** A column for each of these custom fields. A picture is one that was uploaded for such a field. */
export function customCells(
  fields: readonly CustomField[],
  imageUrl: ImageUrl,
): Record<string, z.ZodType<string | null | undefined>> {
  const picture = z
    .preprocess(
      (cell) => (typeof cell === 'string' ? pathOf(cell.trim(), imageUrl) || null : cell),
      z
        .string()
        .regex(/^custom\/(?:\d+x\d+-)?[\da-f-]{36}\.[a-z]+$/, 'Not a picture of this shop')
        .nullable(),
    )
    .optional();
  return Object.fromEntries(
    fields.map((it) => [customColumn(it.key), it.kind === 'picture' ? picture : customValueOf(it)]),
  );
}

/** As their columns are recognised. */
export const ownFields = (fields: readonly CustomField[]): OwnField[] =>
  fields.map(({ key, name }) => ({ column: customColumn(key), name }));

import { set, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';

/** Whether a schema refuses a field that is left empty, such as `name` or `lines.0.quantity`. */
export function refusesEmpty(schema: z.ZodType, values: FieldValues, name: string): boolean {
  const emptied = structuredClone(values);
  set(emptied, name, '');
  const issues = schema.safeParse(emptied).error?.issues ?? [];
  return issues.some(({ path }) => path.join('.') === name);
}

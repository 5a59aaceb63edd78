import type { z } from 'zod';
import { missingLines, type Lines } from '../domain/address-format.ts';

/**
 * A schema that also refuses an address without a line that its country requires, among those that `linesOf` picks; `codeOf` is
 * the code of a country by its name.
 */
export const complete = <Input, Output extends Lines & { country: string }>(
  schema: z.ZodType<Output, Input>,
  codeOf: (country: string) => Promise<string | null>,
  linesOf: (it: Output) => Lines = (it) => it,
): z.ZodType<Output, Input> =>
  schema.superRefine(async (it, context) => {
    for (const name of missingLines(await codeOf(it.country), linesOf(it))) {
      context.addIssue({ code: 'custom', path: [name], message: 'Required' });
    }
  });

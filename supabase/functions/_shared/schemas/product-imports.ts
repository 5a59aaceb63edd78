import { z } from 'zod';

const importStates = ['writing', 'pictures', 'done', 'stopped', 'undoing', 'undone'] as const;

/** An import of a product file, as it is now. */
export const productImportState = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Why it was stopped; empty when it was not. */
  problem: z.string(),
  createdAt: z.string(),
  canUndo: z.boolean(),
  /** Products of the file, how many of them were written, and how many were taken back. */
  products: z.object({
    total: z.int(),
    written: z.int(),
    undone: z.int(),
    created: z.int(),
    changed: z.int(),
  }),
  pictures: z.object({ total: z.int(), fetched: z.int(), failed: z.int() }),
  /** The pictures that could not be fetched; only of a single import. */
  failures: z.array(
    z.object({ row: z.int(), column: z.string(), url: z.string(), problem: z.string() }),
  ),
});
export type ProductImportState = z.infer<typeof productImportState>;

/** The address, or the name of a file, that an import names a picture by. */
export const importedPicture = z.object({ url: z.string().min(1, 'Required').max(2000) });

export const productImportReply = z.object({ import: productImportState });
export const productImportsReply = z.object({ imports: z.array(productImportState) });

/** Whether it still changes by itself. */
export const isRunning = ({ state }: Pick<ProductImportState, 'state'>): boolean =>
  state === 'writing' || state === 'pictures' || state === 'undoing';

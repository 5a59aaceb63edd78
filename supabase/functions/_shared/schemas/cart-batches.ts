import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { cartChangedReply } from './cart.ts';
import { id, quantity, requiredText, sizeOrColor } from './common.ts';

/** The body of `POST /cart/add-lines`: each line names a product with size and color, or an SKU. */
export const addLinesInput = z.object({
  lines: z
    .array(
      z.union([
        z.object({ sku: requiredText(64), quantity }),
        z.object({ product: id, size: sizeOrColor, color: sizeOrColor, quantity }),
      ]),
    )
    .min(1, 'At least one line')
    .max(limits.orderLines, `At most ${limits.orderLines} lines`),
  /** Adds what can be added and names the rest; otherwise nothing is added when something cannot be. */
  leaveOut: z.boolean().default(false),
});
export type AddLinesInput = z.input<typeof addLinesInput>;

export const linesAddedReply = cartChangedReply.extend({
  /** What was left out: the place of the line, from 0, and why. */
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
});

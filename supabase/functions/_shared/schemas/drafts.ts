import { z } from 'zod';
import { createdAt, requiredText } from './common.ts';

/** The body of `POST /cart/drafts`: keeps the cart under this name, in the place of a draft that had it. */
export const draftInput = z.object({ name: requiredText(100) });

/** A cart that a customer kept under a name. */
const draft = z.object({
  _id: z.string(),
  name: z.string(),
  /** How many lines and pieces it has. */
  lines: z.int(),
  pieces: z.int(),
  createdAt,
});
export type Draft = z.infer<typeof draft>;

/** Newest first. */
export const draftsReply = z.object({ drafts: z.array(draft) });
export const draftsChangedReply = draftsReply.extend({ message: z.string() });

import { z } from 'zod';
import { requiredText } from './common.ts';

/** The list that a view is of, as its calls begin: `orders`, `products`, `contact`. */
const list = z.string().regex(/^[a-z]{1,40}$/, 'Not a list');
const name = requiredText(40);

/** `GET /views`. */
export const viewsQuery = z.object({ list });

/** The body of `POST /views`; `query` is that of the list's address, where a day may count from today, as `from=-6`. */
export const viewInput = z.object({
  list,
  name,
  query: z
    .string()
    .max(2000, 'At most 2000 characters')
    .regex(/^[\w.~!*'()%+=&-]*$/, 'Not the query of an address'),
});
export type ViewInput = z.infer<typeof viewInput>;

/** The body of `PUT /views/{id}`. */
export const viewName = z.object({ name });

/** A search of a list that the administrator gave a name. */
export const view = z.object({ _id: z.string(), name: z.string(), query: z.string() });
export type View = z.infer<typeof view>;
export const viewsReply = z.object({ views: z.array(view) });
export const viewChangedReply = z.object({ message: z.string(), view });

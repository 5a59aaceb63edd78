import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { email, id, phoneNumber, text, visibleText } from './common.ts';
import { productImport } from './product-files.ts';

/** What no phone number has; other shops take any text. */
const foreign = /[^\d\s().+-]+/g;
const phone = z.preprocess(
  (cell) => (typeof cell === 'string' ? cell.replaceAll(foreign, ' ').trim().slice(0, 30) : cell),
  phoneNumber.or(z.string().transform(() => '')),
);

/** A row of a file of customers; what is empty changes nothing. */
export const customerFileRow = z.object({
  email,
  firstname: visibleText(100).optional(),
  lastname: visibleText(100).optional(),
  phone: phone.optional(),
  address: text(300).optional(),
  city: text(100).optional(),
  postcode: text(30).optional(),
  state: text(100).optional(),
  country: text(100).optional(),
  note: text(5000).optional(),
});
export type CustomerFileRow = z.output<typeof customerFileRow>;

/** A file of customers; with `invite`, each new one is mailed a link to choose a password. */
export const customerImport = productImport.extend({ invite: z.boolean().optional() });

export const inviteInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(limits.bulkRows, `At most ${limits.bulkRows}`),
});
export const invitedReply = z.object({ message: z.string(), invited: z.int() });

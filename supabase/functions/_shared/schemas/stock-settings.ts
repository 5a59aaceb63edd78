import { z } from 'zod';
import { readCarriers } from '../domain/fulfilment.ts';
import { returnPayers } from './promises.ts';
import { changesOf, filledWhole, numberPattern, text } from './common.ts';

/** `GET` and `PUT /stock/settings`. */
export const stockSettings = z.object({
  /** How new SKUs are made: `{number}` is the product's, `{color}` and `{size}` the variant's. */
  skuPattern: z
    .string()
    .trim()
    .regex(/^[A-Z0-9._/{}a-z-]{1,60}$/, 'Letters, digits, . _ / - and the three places only')
    .refine(
      (it) => ['{number}', '{color}', '{size}'].every((place) => it.includes(place)),
      'Needs {number}, {color} and {size}',
    ),
  /** How new orders are numbered: `{number}` has five digits or more. */
  orderNumberPattern: numberPattern,
  /** Shoppers read how many are left from this number on; 0 never tells. */
  fewLeft: filledWhole(0, 99),
  /** Minutes for which an unpaid order keeps its pieces. */
  holdMinutes: filledWhole(5, 1440),
  /** Variants with at most so many free pieces are running low. */
  runningLow: filledWhole(0, 999),
  /** Days after its delivery for which a piece can be returned. */
  returnDays: filledWhole(0, 999),
  /** Where customers send returns; empty for the address of the seller. */
  returnAddress: text(300),
  /** Days after its approval within which a return is to be sent. */
  returnSendDays: filledWhole(0, 999),
  /** Who pays for sending a return. */
  returnPayer: z.enum(returnPayers),
  /** What customers read about the label of the parcel; empty for nothing. */
  returnLabel: text(300),
  /** Whether an exchange is sent when it is approved, instead of when the pieces have arrived. */
  exchangeAtOnce: z.boolean(),
  /** Days for which an approved exchange waits for the pieces, and then for the payment. */
  exchangeDays: filledWhole(1, 999),
  /** The shop's own carriers, one a line: the name, and the page that follows a parcel, with `{number}` in it. */
  carriers: text(2000).refine(
    (it) => readCarriers(it) !== null,
    'One a line: the name, and a page that begins with https:// and has {number}',
  ),
});
export type StockSettings = z.infer<typeof stockSettings>;
export const stockSettingsUpdate = changesOf(stockSettings);
export type StockSettingsUpdate = z.output<typeof stockSettingsUpdate>;
export const stockSettingsReply = z.object({ settings: stockSettings });
export const stockSettingsChangedReply = stockSettingsReply.extend({ message: z.string() });

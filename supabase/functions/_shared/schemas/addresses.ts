import { z } from 'zod';
import { createdAt, flag, phoneNumber, requiredText, text, textOrNumber } from './common.ts';

/** An address to deliver to. The country is a name in any language. */
export const deliveryInput = z.object({
  phone: phoneNumber.default(''),
  country: requiredText(100),
  state: text(100).default(''),
  postcode: textOrNumber(30).default(''),
  address: requiredText(300),
  city: text(100).default(''),
});

/** An address of somebody: `recipient` is the name on the parcel. */
export const addressInput = deliveryInput.extend({ recipient: requiredText(200) });
export type DeliveryAddress = z.output<typeof addressInput>;

/** The body of `POST /users/addresses` and `PUT /users/addresses/{id}`; the default replaces an earlier one. */
export const savedAddressInput = addressInput.extend({ isDefault: flag.default(false) });
export type SavedAddressInput = z.input<typeof savedAddressInput>;

/** An address in the address book of a customer. */
export const savedAddress = z.object({
  _id: z.string(),
  recipient: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  state: z.string(),
  country: z.string(),
  /** Whether the checkout suggests it. */
  isDefault: z.boolean(),
  createdAt,
});
export type SavedAddress = z.infer<typeof savedAddress>;

/** In the order in which they were added. */
export const addressesReply = z.object({ addresses: z.array(savedAddress) });
export const addressesChangedReply = addressesReply.extend({
  message: z.string(),
  _id: z.string(),
});
export const addressDeletedReply = addressesReply.extend({ message: z.string() });

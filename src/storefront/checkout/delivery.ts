import { atom, onMount } from 'nanostores';
import { limits } from '#shared/domain/limits.ts';
import type { DeliveryAddress } from '#shared/schemas/addresses.ts';
import { addresses } from '../../api/addresses.ts';
import { query } from '../../api/query.ts';
import { $wanted, want } from '../../stores/cart-price.ts';

/** Whether another address is being entered. */
export const $addsAddress = atom(false);

/** The shopper's address book. */
export const $addresses = query(addresses());
// The default is chosen until the shopper chooses.
onMount($addresses, () =>
  $addresses.listen(({ body }) => {
    const suggested = body?.addresses.find((it) => it.isDefault);
    if (suggested && $wanted.get().deliverTo === undefined) deliverTo(suggested);
  }),
);

/** Null for the shopper's own address. */
export function deliverTo(address: DeliveryAddress | null): void {
  $addsAddress.set(false);
  if (address === null) return want({ deliverTo: null, typedCountry: '' });
  const { recipient, phone, country, state, postcode, city } = address;
  const chosen = { recipient, phone, country, state, postcode, city, address: address.address };
  want({ deliverTo: chosen, typedCountry: '' });
}

/** Characters of a gift message as the server counts them: an emoji is one. */
export const giftLength = (message: string): number => Array.from(message.trim()).length;

/** Whether the message of the gift has to be shortened. */
export const isGiftTooLong = (): boolean =>
  giftLength($wanted.get().gift ?? '') > limits.giftMessage;

export const isSame = (a: DeliveryAddress, b: DeliveryAddress): boolean =>
  (['recipient', 'phone', 'address', 'city', 'postcode', 'state', 'country'] as const).every(
    (name) => a[name] === b[name],
  );

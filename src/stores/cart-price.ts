import { atom, computed, onMount } from 'nanostores';
import { cartPrice } from '../api/cart-price.ts';
import { query, revalidate, write } from '../api/query.ts';
import type { DeliveryAddress } from '#shared/schemas/addresses.ts';
import { $cartItems } from './cart.ts';
import { wantedKey } from './wanted-key.ts';

interface Wanted {
  readonly shippingMethod: string;
  readonly voucher: string;
  readonly poNumber: string;
  /** Null for the customer's own; undefined until one is chosen. */
  readonly deliverTo?: DeliveryAddress | null | undefined;
  /** The message of a gift; null where it is none. */
  readonly gift: string | null;
  /** The country in an address that is being typed; else empty. */
  readonly typedCountry: string;
}

const nothing: Wanted = {
  ...{ shippingMethod: '', voucher: '', poNumber: '', gift: null, typedCountry: '' },
  deliverTo: undefined,
};

const priceOf = ({ typedCountry, deliverTo, ...wanted }: Wanted) =>
  cartPrice({ ...wanted, country: typedCountry || (deliverTo?.country ?? '') });

function readWanted(): Wanted {
  if (typeof window === 'undefined') return nothing;
  return { ...nothing, ...JSON.parse(sessionStorage.getItem(wantedKey) ?? '{}') };
}

/**
 * The shopper's selections; '' is the cheapest method, no voucher or no purchase order number. The price shows which of them
 * apply. Kept while moving between cart, checkout and payment page.
 */
export const $wanted = atom(readWanted());

/** The price of the cart with shipping, tax and voucher; reloaded when the cart changes. */
export const $cartPrice = query(computed($wanted, priceOf));
onMount($cartPrice, () => $cartItems.listen(reloadPrice));

/** Whether the customer's company cannot order these quantities. */
export const isRefused = (): boolean => Boolean($cartPrice.get().body?.price?.quantityProblem);

/** Of the cart from now on. */
export function want(wanted: Partial<Wanted>): void {
  $wanted.set({ ...$wanted.get(), ...wanted });
  sessionStorage.setItem(wantedKey, JSON.stringify({ ...$wanted.get(), typedCountry: '' }));
}

/** The cart was ordered. */
export const forgetWanted = (): void => want(nothing);

/** The price of now, which replaces the one that is shown; keeps that one if it cannot be loaded. */
export async function readPrice(): Promise<void> {
  const now = priceOf($wanted.get());
  const reply = await now.fetch();
  if (reply.ok) write(now, reply);
}

/** Call after a change of something it depends on. */
export function reloadPrice(): void {
  revalidate('/cart/price');
}

import type { Offer } from '#shared/schemas/cart-offers.ts';
import { read } from './catalogue.ts';

/** What the items of a link cost now, such as `HM-0120:2,HM-0155:1`; null for anything else. Throws ApiUnavailable. */
export async function readOffer(items: string): Promise<Offer | null> {
  const found = await read<Offer>(`/cart/offer?items=${encodeURIComponent(items)}`);
  return found && { lines: [], goods: 0, delivery: null, ...found };
}

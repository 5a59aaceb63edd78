import { messages } from '#shared/messages.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type {
  ShippingMethod,
  ShippingMethodInput,
  ShippingMethodUpdate,
  ShippingZoneInput,
  ShippingZoneUpdate,
} from '#shared/schemas/shipping.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import * as api from '../../api/admin-shipping.ts';
import type { Failure, Reply } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { formatCount } from '../../ui/format.ts';
import { change } from '../changes.ts';

export const $shipping = query(api.shipping());

const { saved, removed } = shippingMessages;
const paths = ['/shipping'];
const failed = ({ status, message }: Failure) =>
  status === 409 ? message : messages.settings.failed;

export const addZone = (zone: ShippingZoneInput) =>
  change(api.addZone(zone), paths, { done: saved, failed });

export const changeZone = (id: string, changes: ShippingZoneUpdate) =>
  change(api.changeZone(id, changes), paths, { done: saved, failed });

export const addMethod = (zone: string, method: ShippingMethodInput) =>
  change(api.addMethod(zone, method), paths, { done: saved, failed });

export const changeMethod = (id: string, changes: ShippingMethodUpdate) =>
  change(api.changeMethod(id, changes), paths, { done: saved, failed });

const remove = async (request: Promise<Reply<object>>): Promise<boolean> =>
  (await change(request, paths, { done: removed, failed })).ok;

export const removeZone = (id: string) => remove(api.deleteZone(id));
export const removeMethod = (id: string) => remove(api.deleteMethod(id));

/** `1500` → `1.5 kg`. */
const weightText = (grams: number): string =>
  grams < 1000 ? `${grams} g` : `${formatCount(grams / 1000)} kg`;

const priceText = (price: number): string => (price === 0 ? 'Free' : formatPrice(price));

/** The conditions of a method as text. */
export function termsOf(method: ShippingMethod): string {
  const { price, freeFrom, weightBands, maxWeight, daysFrom, daysTo } = method;
  return [
    priceText(price),
    ...weightBands.map((it) => `over ${weightText(it.over)} ${priceText(it.price)}`),
    freeFrom !== null && `free from ${formatPrice(freeFrom)}`,
    maxWeight !== null && `up to ${weightText(maxWeight)}`,
    daysTo > 0 &&
      (daysFrom === daysTo
        ? `${daysTo} ${daysTo === 1 ? 'day' : 'days'}`
        : `${daysFrom}–${daysTo} days`),
  ]
    .filter(Boolean)
    .join(' · ');
}

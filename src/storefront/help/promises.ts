import { counted } from '#shared/domain/counted.ts';
import { formatWhole } from '#shared/domain/money.ts';
import { deliveryDays } from '#shared/domain/order-facts.ts';
import { addressText, sendingText } from '#shared/domain/sending.ts';
import type { PromisedMethod, ShopPromises } from '#shared/schemas/promises.ts';

/* The texts about shipping, returns and support, used everywhere (docs/decisions/0040). */

export const leaving = 'Parcels leave from Monday to Friday.';
const supportText = (hours: string) =>
  `You can write to us 24/7.${hours && ` Our team replies ${hours}.`}`;

const orMore = (amount: number) => `orders of ${formatWhole(amount)} or more`;

/** `Standard $6.50, free on orders of $200 or more, 3 to 5 days`. */
function methodText(method: PromisedMethod): string {
  const { name, price, varies, freeFrom, maxWeight } = method;
  const cost = price === 0 && !varies ? 'free' : `${varies ? 'from ' : ''}${formatWhole(price)}`;
  return [
    `${name} ${cost}`,
    cost !== 'free' && freeFrom !== null && `free on ${orMore(freeFrom)}`,
    deliveryDays(method),
    maxWeight !== null && `up to ${maxWeight / 1000} kg`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Zone = ShopPromises['zones'][number];

/** The countries that fit in a sentence. */
const named = 4;

function placesOf({ countries }: Zone, zones: readonly Zone[], all: boolean): string {
  if (countries.length === 0) return zones.length === 1 ? '' : 'All other countries: ';
  const others = countries.length - named;
  // One country takes no more room than its number.
  if (all || others <= 1) return `${countries.join(', ')}: `;
  return `${countries.slice(0, named).join(', ')} and ${others} more countries: `;
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * When an order of today arrives: `Order by Fri, Nov 27, arrives Wed, Dec 2 – Fri, Dec 4 (Standard, Ireland)`. By the first
 * method that says its days and takes this weight, in grams; empty without one.
 */
function arrivalText({ orderBy, zones }: ShopPromises, weight: number): string {
  const takes = ({ daysTo, maxWeight }: PromisedMethod) =>
    daysTo > 0 && (maxWeight === null || maxWeight >= weight);
  const zone = zones.find(({ methods }) => methods.some(takes));
  const method = zone?.methods.find(takes);
  if (!zone || !method) return '';
  const { name, arrivesFrom, arrivesTo } = method;
  const place = placesOf(zone, zones, false).replace(/: $/, '');
  // Thin spaces are not in the small font file.
  const days = day
    .formatRange(new Date(arrivesFrom), new Date(arrivesTo))
    .replaceAll('\u2009', ' ');
  const how = [name, place].filter(Boolean).join(', ');
  return `Order by ${day.format(new Date(orderBy))}, arrives ${days} (${how})`;
}

const zoneText = (zone: Zone, zones: readonly Zone[], all = false) =>
  `${placesOf(zone, zones, all)}${zone.methods.map(methodText).join('; ')}.`;

/** From which price on every zone has free shipping at any weight; null where one never has. */
function freeEverywhere(zones: readonly Zone[]): number | null {
  const least = zones.map(({ methods }) =>
    Math.min(
      ...methods
        .filter((it) => it.maxWeight === null)
        .map(({ price, varies, freeFrom }) =>
          price === 0 && !varies ? 0 : (freeFrom ?? Number.POSITIVE_INFINITY),
        ),
    ),
  );
  const most = Math.max(...least);
  return Number.isFinite(most) ? most : null;
}

function shippingHeadline(zones: readonly Zone[]) {
  if (zones.length === 0) return { title: 'Free shipping', text: 'On orders over $200' };
  const from = freeEverywhere(zones);
  if (from === 0) return { title: 'Free shipping', text: 'On every order' };
  if (from !== null) return { title: 'Free shipping', text: `On ${orMore(from)}` };
  const prices = zones.flatMap(({ methods }) => methods.map((it) => it.price));
  return { title: 'Shipping', text: `From ${formatWhole(Math.min(...prices))}` };
}

/** Every text about shipping, returns and support, as the settings of the shop have it. */
export function promisesOf(shop: ShopPromises, hours = '') {
  const { zones, returnDays, returns } = shop;
  const period =
    returnDays === 0 ? 'on the day it arrives' : `within ${counted(returnDays, 'day')}`;
  const headline = `${returnDays === 0 ? 'Same-day' : `${returnDays}-day`} money returns`;
  return {
    headlines: {
      shipping: shippingHeadline(zones),
      returns: { title: 'Money returns', text: headline },
      support: { title: '24/7 customer support', text: 'Write to us any time' },
    },
    support: supportText(hours),
    /** A paragraph for each zone. */
    shipping:
      zones.length === 0
        ? [
            `Shipping is free on orders over $200. Smaller orders currently ship free as well. ${leaving}`,
          ]
        : [...zones.map((it) => zoneText(it, zones)), leaving],
    /** By zone, with all countries; empty where shipping is free. */
    zones: zones.map((it) => zoneText(it, zones, true)),
    /** Empty where the methods say it. */
    times:
      zones.length === 0
        ? 'Domestic parcels take two to four days, international ones five to ten.'
        : '',
    returns: `You can return anything ${period} for a full refund, unworn and with its label. Select Return or exchange next to the order in your account, so that we know to expect it.`,
    exchange: `Or choose another size or color in exchange: we hold it for you at once, and send it when ${returns.exchangeAtOnce ? 'we have approved your request' : 'your pieces have arrived'}.`,
    /** The terms of returns, for programs. */
    policy: { days: returnDays, payer: returns.payer },
    /** After a return is approved. */
    sending: sendingText(returns),
    address: addressText(returns),
    /** Of a piece of this weight, in grams. */
    arrival: (weight: number) => arrivalText(shop, weight),
  };
}
export type Promises = ReturnType<typeof promisesOf>;

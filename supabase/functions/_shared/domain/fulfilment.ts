/** How far the parcels of an order are. */
export const fulfilments = ['to_send', 'packed', 'sent', 'delivered', 'cancelled'] as const;
export type Fulfilment = (typeof fulfilments)[number];

export const fulfilmentLabels: Readonly<Record<Fulfilment, string>> = {
  to_send: 'To send',
  packed: 'Packed',
  sent: 'Sent',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** Without those that were cancelled. */
export const parcelStatuses = ['packed', 'sent', 'delivered'] as const;

/** Carriers, each with the page on which it shows where a parcel is. */
const carrierPages: Readonly<Record<string, string>> = {
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  UPS: 'https://www.ups.com/track?tracknum={number}',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr={number}',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  'GIG Logistics': 'https://giglogistics.com/track?waybill={number}',
};
export const carriers = Object.keys(carrierPages);

/**
 * The shop's own carriers, as its settings have them: one a line, the name and then the page, as in
 * `Bike Post https://bike.example/{number}`. Null where a line is not like that.
 */
export function readCarriers(lines: string): ReadonlyMap<string, string> | null {
  const own = lines
    .split('\n')
    .filter((it) => it.trim() !== '')
    .map((it) => /^\s*(\S.{0,59}?)\s+(https:\/\/[^\s{}]+\{number\}[^\s{}]*)\s*$/.exec(it));
  return own.includes(null) ? null : new Map(own.map((it) => [it?.[1] ?? '', it?.[2] ?? '']));
}

/** Where a parcel can be followed; '' for a carrier that is neither known nor among the shop's own. */
export function trackingPage(carrier: string, number: string, own = ''): string {
  const page = number && (readCarriers(own)?.get(carrier) ?? carrierPages[carrier]);
  return page?.replace('{number}', encodeURIComponent(number)) ?? '';
}

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

/** Where a parcel can be followed; '' for a carrier that is not known. */
export function trackingPage(carrier: string, number: string): string {
  const page = number === '' ? undefined : carrierPages[carrier];
  return page?.replace('{number}', encodeURIComponent(number)) ?? '';
}

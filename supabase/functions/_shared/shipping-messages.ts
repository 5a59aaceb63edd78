/** The texts about shipping and countries, apart from messages.ts: most screens load without them. */
export const shippingMessages = {
  saved: 'Shipping Updated Successfully.',
  removed: 'Shipping Deleted Successfully.',
  confirmZone: 'Are you sure you want to delete this zone and its methods?',
  confirmMethod: 'Are you sure you want to delete this method?',
  free: 'Shipping is free everywhere as long as there is no method.',
  notElsewhere: 'Orders to countries without a method are refused.',
  unknownCountry: 'We do not know this country. Please check how it is written.',
} as const;

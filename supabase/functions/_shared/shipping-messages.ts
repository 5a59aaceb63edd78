import { withOwnTexts } from './texts.ts';

/** The texts about shipping and countries, apart from messages.ts: most screens load without them. */
export const shippingMessages = withOwnTexts('shippingMessages', {
  saved: 'Shipping Updated Successfully.',
  removed: 'Shipping Deleted Successfully.',
  confirmZone: 'Are you sure you want to delete this zone and its methods?',
  confirmMethod: 'Are you sure you want to delete this method?',
  free: 'Shipping is free everywhere until you add a method.',
  notElsewhere: 'Orders to countries without a method are refused.',
  unknownCountry:
    'We do not recognize this country. Please check the spelling, or choose it from the list.',
  customerCountry: (country: string) =>
    `We do not recognize the country of this customer, ${country}.`,
  newTotal: 'The total now has shipping and tax to this address. Please check it before you pay.',
} as const);

/** The texts about shipping, returns and support, used everywhere (docs/decisions/0040). */
export const promises = {
  shipping: { title: 'Free shipping', text: 'On orders over $200' },
  returns: { title: 'Money returns', text: '30-day money returns' },
  support: { title: '24/7 customer support', text: 'Write to us any time' },
} as const;

export const hours = 'Monday to Friday, 8am to 5pm';

export const shippingTerms =
  'Shipping is free on orders over $200. Smaller orders currently ship free as well. Parcels leave the mill from Monday to Friday.';

export const supportTerms = `You can write to us 24/7. Our team at the mill replies ${hours}.`;

export const returnTerms =
  'You can return anything within 30 days for a full refund, unworn and with its label. Select Return next to the order in your account, so that we know to expect it.';

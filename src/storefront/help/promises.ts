/** What the shop promises, said in these words wherever it is said (docs/decisions/0040). */
export const promises = {
  shipping: { title: 'Free shipping', text: 'On orders over $200' },
  returns: { title: 'Money returns', text: '30-day money returns' },
  support: { title: '24/7 customer support', text: 'Write day and night' },
} as const;

export const hours = 'Monday to Friday, 8am to 5pm';

export const shippingTerms =
  'Shipping is free on orders over $200. At present smaller orders are sent free of charge too. Parcels leave the mill from Monday to Friday.';

export const supportTerms = `You can write to us day and night, 24/7. People are at the mill to read and answer ${hours}.`;

export const returnTerms =
  'You can return anything within 30 days for its full price, unworn and with its label. Press Return at the order in your account, so that we know to expect it.';

/** Where `cart-price.ts` keeps what the shopper chose; who signs out forgets it. */
export const wantedKey = 'hemline:cart-price';

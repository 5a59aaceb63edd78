/** What a visitor chose, until it is in the cart and was shown there. */
export const pendingKey = 'hemline:pending-product';

import { $cartItems } from '../stores/cart.ts';

// A visitor who signs in in another tab has a cart after all.
if (!document.documentElement.hasAttribute('data-signed-in')) {
  $cartItems.listen(({ length }) => {
    if (length > 0) location.reload();
  });
}

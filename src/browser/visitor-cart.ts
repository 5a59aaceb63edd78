import { $cartItems } from '../stores/cart.ts';

// A visitor may sign in, or add the first product, in another tab.
if (!document.documentElement.hasAttribute('data-shopper')) {
  $cartItems.listen(({ length }) => {
    if (length > 0) location.reload();
  });
}

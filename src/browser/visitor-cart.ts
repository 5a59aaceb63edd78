import { $cartItems } from '../stores/cart.ts';

// A visitor may sign in in another tab.
if (!document.documentElement.hasAttribute('data-signed-in')) {
  $cartItems.listen(({ length }) => {
    if (length > 0) location.reload();
  });
}

import { $cartItems } from '../../stores/cart.ts';

/** Who signed in in another tab has a cart after all. */
export function watchForCart(): void {
  if (document.documentElement.hasAttribute('data-known')) return;
  $cartItems.listen(({ length }) => {
    if (length > 0) location.reload();
  });
}

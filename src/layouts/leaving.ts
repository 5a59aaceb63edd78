import { leaveCart } from '../api/cart.ts';
import { $cartCount } from '../stores/cart.ts';

/**
 * Leaving the shop lets its cart go: the server clears it after a grace time, unless one comes back. A move inside the
 * shop, a reload among them, is not a leave.
 */
export function watchForLeaving(): void {
  let staying = false;
  const inside = (address: string) => URL.parse(address, location.href)?.origin === location.origin;
  if ('navigation' in window) {
    navigation.addEventListener('navigate', (event) => {
      staying = inside(event.destination.url);
    });
  } else {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link) staying = inside(link.href);
    });
    document.addEventListener('submit', () => {
      staying = true;
    });
  }
  addEventListener('pageshow', () => {
    staying = false;
  });
  addEventListener('pagehide', () => {
    if (!staying && $cartCount.get() > 0) leaveCart();
  });
}

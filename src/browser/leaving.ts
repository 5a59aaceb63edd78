import { fetchCart, leaveCart } from '../api/cart.ts';
import { payingEvent } from '../stores/card-page.ts';
import { $cartCount } from '../stores/cart.ts';
import { watchOtherTabs } from './other-tabs.ts';

/** Well within the server's grace time. */
const heartbeat = 5 * 60_000;

/**
 * Leaving the shop lets its cart go: the server clears it after a grace time, unless one comes back. A move inside the
 * shop is not a leave, nor is the way to the card page, nor closing one of several tabs. Where a browser tells less, a
 * reload may look like one, and its message may even come after the next page asked for the cart, so a page that stays open
 * asks again now and then, which takes the leave back.
 */
export function watchForLeaving(): void {
  let staying = false;
  let paying = false;
  const otherTabs = watchOtherTabs();
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
  addEventListener(payingEvent, () => {
    paying = true;
  });
  addEventListener('pageshow', () => {
    staying = false;
    paying = false;
  });
  addEventListener('pagehide', () => {
    if (!staying && !paying && !otherTabs.any() && $cartCount.get() > 0) leaveCart();
  });
  setInterval(() => {
    if ($cartCount.get() > 0) void fetchCart();
  }, heartbeat);
}

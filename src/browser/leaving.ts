import { fetchCart, leaveCart } from '../api/cart.ts';
import { payingEvent } from '../stores/card-page.ts';
import { $cartCount } from '../stores/cart.ts';
import { watchOtherTabs } from './other-tabs.ts';

/** Well within the server's grace period. */
const heartbeat = 5 * 60_000;

/**
 * Leaving the shop schedules its cart for clearing: the server clears it after a grace period, unless the shopper returns.
 * Navigation within the shop, the payment page, and closing one of several tabs do not count. In some browsers a reload looks
 * like leaving, and its message may arrive after the next page's request, so open pages repeat the request from time to time,
 * which cancels it.
 */
export function watchForLeaving(): void {
  let staying = false;
  let paying = false;
  const otherTabs = watchOtherTabs();
  const inside = (address: string) => URL.parse(address, location.href)?.origin === location.origin;
  if ('navigation' in window) {
    navigation.addEventListener('navigate', ({ destination }) => {
      // A change of the address alone is no navigation.
      if (!destination.sameDocument) staying = inside(destination.url);
    });
  } else {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && !event.defaultPrevented) staying = inside(link.href);
    });
    document.addEventListener('submit', ({ defaultPrevented }) => {
      if (!defaultPrevented) staying = true;
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
